/** A rendition that playback can start with, its bitrate, and the URLs that a player requests first. */
export interface InitialRendition {
  /** The peak bitrate of the rendition, in bits per second. */
  bandwidth: number
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
 * Estimates the bandwidth of the viewer's connection, in bits per second. Uses the bandwidth that was
 * measured while the previous video was playing. If no bandwidth was measured, uses the lower of the
 * browser's estimate and the page's loading speed. Returns null if the bandwidth is not known.
 */
export function estimateBandwidth(): number | null {
  if (measured !== null) return measured
  const { connection } = (globalThis.navigator ?? {}) as { connection?: { downlink?: number } }
  const estimates = [
    connection?.downlink ? connection.downlink * 1e6 : null,
    measureBandwidth(getResourceTimings()),
  ].filter((bits) => bits !== null)
  return estimates.length > 0 ? Math.min(...estimates) : null
}

/**
 * The factor by which the bandwidth must exceed the bitrate. The safety margin allows for bitrate peaks of
 * several seconds, and for the other files on the page that are still loading.
 */
const bandwidthMargin = 1.5

/**
 * Chooses the best rendition whose bitrate is below the measured bandwidth by a safety margin, and returns
 * the URLs that a player requests first for this rendition. If the bandwidth is unknown or too low for every
 * rendition, the lowest rendition is chosen.
 */
export function chooseInitialRenditionUrls(
  renditions: readonly Pick<InitialRendition, 'bandwidth' | 'urls'>[],
  line: number | null = estimateBandwidth(),
): readonly string[] {
  const ascending = renditions.toSorted((a, b) => a.bandwidth - b.bandwidth)
  const affordable = ascending.findLast(
    ({ bandwidth }) => line !== null && bandwidth * bandwidthMargin <= line,
  )
  return (affordable ?? ascending[0])?.urls ?? []
}

type ResourceTiming = Pick<PerformanceResourceTiming, 'requestStart' | 'responseEnd' | 'transferSize'>

/**
 * The minimum number of bytes for a bandwidth measurement. If fewer bytes are transferred, the duration of
 * the transfer depends more on the latency than on the bandwidth.
 */
const enoughBytes = 50_000

/**
 * Returns the bandwidth in bits per second, measured over the time during which at least one resource was
 * loading. Returns null if too few bytes were transferred for a measurement.
 */
export function measureBandwidth(loads: readonly ResourceTiming[]): number | null {
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

function getResourceTimings(): ResourceTiming[] {
  const entries = globalThis.performance?.getEntriesByType?.('resource') ?? []
  return entries as PerformanceResourceTiming[]
}
