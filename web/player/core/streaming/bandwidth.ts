/** Where a film may begin: what its rendition needs, and what a player asks for first of it. */
export interface StartRendition {
  /** Peak, bits per second. */
  bandwidth: number
  /** The rendition's playlist, its header, and the segment to begin with. */
  urls: readonly string[]
}

let measured: number | null = null

/** Keeps what the player has measured for the next film in this tab. Bits per second. */
export function recordBandwidth(bits: number): void {
  if (Number.isFinite(bits) && bits > 0) measured = bits
}

/**
 * Bits per second that this line carries: what the last film measured, else the least that the browser and the page's own
 * loading tell. Null when nothing is known.
 */
export function estimateBandwidth(): number | null {
  if (measured !== null) return measured
  const { connection } = (globalThis.navigator ?? {}) as { connection?: { downlink?: number } }
  const told = [
    connection?.downlink ? connection.downlink * 1e6 : null,
    measureBandwidth(getResourceTimings()),
  ].filter((bits) => bits !== null)
  return told.length > 0 ? Math.min(...told) : null
}

/** Peaks last for seconds, and the page itself still loads. */
const bandwidthMargin = 1.5

/** The best beginning that a line carries with room to spare; the least where the line is slow or unknown. */
export function chooseStartUrls(
  beginnings: readonly StartRendition[],
  line: number | null = estimateBandwidth(),
): readonly string[] {
  const rising = beginnings.toSorted((a, b) => a.bandwidth - b.bandwidth)
  const carried = rising.findLast(({ bandwidth }) => line !== null && bandwidth * bandwidthMargin <= line)
  return (carried ?? rising[0])?.urls ?? []
}

type ResourceTiming = Pick<PerformanceResourceTiming, 'requestStart' | 'responseEnd' | 'transferSize'>

/** Less says more about latency than about the line. */
const enoughBytes = 50_000

/** Bits per second while any of these was loading; null where too little came over the network. */
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
