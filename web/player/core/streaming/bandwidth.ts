/** A rendition that playback may start with: its bandwidth, and what a player requests first. */
export interface StartRendition {
  /** Peak, bits per second. */
  bandwidth: number
  /** The rendition's playlist, its header, and the first segment to play. */
  urls: readonly string[]
}

let measured: number | null = null

/** Stores the player's measured bandwidth for the next video in this tab. Bits per second. */
export function recordBandwidth(bits: number): void {
  if (Number.isFinite(bits) && bits > 0) measured = bits
}

/**
 * This connection's bandwidth in bits per second: measured during the last video, else the lower of the
 * browser's estimate and the page's own loading. Null if unknown.
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

/** Bitrate peaks last for seconds, and the page itself is still loading. */
const bandwidthMargin = 1.5

/** The best start that the connection can stream with a margin; the lowest on slow or unknown connections. */
export function chooseStartUrls(
  renditions: readonly StartRendition[],
  line: number | null = estimateBandwidth(),
): readonly string[] {
  const ascending = renditions.toSorted((a, b) => a.bandwidth - b.bandwidth)
  const affordable = ascending.findLast(
    ({ bandwidth }) => line !== null && bandwidth * bandwidthMargin <= line,
  )
  return (affordable ?? ascending[0])?.urls ?? []
}

type ResourceTiming = Pick<PerformanceResourceTiming, 'requestStart' | 'responseEnd' | 'transferSize'>

/** With fewer bytes, the timing reflects latency more than bandwidth. */
const enoughBytes = 50_000

/** Bits per second while any of these was loading; null if too little came over the network. */
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
