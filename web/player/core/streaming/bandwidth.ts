/** A rendition that playback can start with, its bitrate, and the URLs that a player requests first. */
export interface InitialRendition {
  /** The peak bitrate of the rendition, in bits per second. */
  bandwidth: number
  /** The length of the first segment to play, in seconds. */
  firstSegmentSeconds: number
  /** The codecs of the rendition, as in the `CODECS` attribute of the master playlist. */
  codecs: string
  /** The URLs of the rendition's playlist, its initialization section and the first segment to play. */
  urls: readonly string[]
  /**
   * The first segments to play, each with the position at which it ends, in seconds. The last segment of the
   * video is never included, because hls.js ends the stream only if it has loaded that segment itself.
   */
  segments: readonly { url: string; end: number }[]
}

let measured: number | null = null

/** Stores the measured bandwidth, in bits per second, for the next video in this tab. */
export function recordBandwidth(bits: number): void {
  if (Number.isFinite(bits) && bits > 0) measured = bits
}

/**
 * Estimates the bandwidth of the viewer's connection, in bits per second. Uses the bandwidth that was measured while the
 * previous video was playing, if any. Returns null if the bandwidth is not known.
 */
export function estimateBandwidth(): number | null {
  return measured ?? estimatePageBandwidth(measureBandwidth)
}

/**
 * Returns the lower of the browser's estimate and the page's loading speed, in bits per second, or null if neither is
 * known. Until the browser has measured something, its estimate is far too high on slow connections.
 *
 * Watch pages contain the source text of this function, so it cannot use any other variables or functions of this module.
 */
export function estimatePageBandwidth(measure: typeof measureBandwidth): number | null {
  const { connection } = (globalThis.navigator ?? {}) as { connection?: { downlink?: number } }
  const loads = globalThis.performance?.getEntriesByType?.('resource') ?? []
  const estimates = [
    connection?.downlink ? connection.downlink * 1e6 : null,
    measure(loads as PerformanceResourceTiming[]),
  ].filter((bits) => bits !== null)
  return estimates.length > 0 ? Math.min(...estimates) : null
}

/**
 * Returns the URLs that a player requests first for the rendition with which playback starts (`chooseInitialRendition`).
 */
export function chooseInitialRenditionUrls(
  renditions: readonly (RenditionBitrate & Pick<InitialRendition, 'urls'>)[],
  line: number | null = estimateBandwidth(),
): readonly string[] {
  return chooseInitialRendition(renditions, line)?.urls ?? []
}

type RenditionBitrate = Pick<InitialRendition, 'bandwidth'> &
  Partial<Pick<InitialRendition, 'firstSegmentSeconds'>>

/**
 * Returns the best rendition whose bitrate is below the bandwidth of the connection by a safety margin, and whose first
 * segment loads quickly. If the bandwidth is unknown (null) or too low for every rendition, returns the lowest rendition.
 *
 * Watch pages contain the source text of this function, so it cannot use any other variables or functions of this module.
 */
export function chooseInitialRendition<Rendition extends RenditionBitrate>(
  renditions: readonly Rendition[],
  line: number | null,
): Rendition | undefined {
  // The safety margin allows for bitrate peaks of several seconds, and for the other files on the page that are still
  // loading.
  const bandwidthMargin = 1.5
  const maxFirstSegmentLoadSeconds = 0.8
  const ascending = renditions.toSorted((a, b) => a.bandwidth - b.bandwidth)
  const affordable = ascending.findLast(({ bandwidth, firstSegmentSeconds = 0 }) => {
    const margin = Math.max(bandwidthMargin, firstSegmentSeconds / maxFirstSegmentLoadSeconds)
    return line !== null && bandwidth * margin <= line
  })
  return affordable ?? ascending[0]
}

type ResourceTiming = Pick<PerformanceResourceTiming, 'requestStart' | 'responseEnd' | 'transferSize'>

/**
 * Returns the bandwidth in bits per second, measured over the time during which at least one resource was
 * loading. Returns null if too few bytes were transferred for a measurement.
 *
 * Watch pages contain the source text of this function, so it cannot use any other variables or functions of this module.
 */
export function measureBandwidth(loads: readonly ResourceTiming[]): number | null {
  // If fewer bytes are transferred, the duration of the transfer depends more on the latency than on the bandwidth.
  const enoughBytes = 50_000
  const real = loads.filter((load) => load.transferSize > 0 && load.responseEnd > load.requestStart)
  const bytes = real.reduce((sum, load) => sum + load.transferSize, 0)
  if (bytes < enoughBytes) return null
  let [busy, until] = [0, 0]
  for (const { requestStart, responseEnd } of real.toSorted((a, b) => a.requestStart - b.requestStart)) {
    busy += Math.max(0, responseEnd - Math.max(until, requestStart))
    until = Math.max(until, responseEnd)
  }
  return (bytes * 8000) / busy
}
