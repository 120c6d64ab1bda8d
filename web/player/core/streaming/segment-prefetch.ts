/**
 * A segment that was fetched before the player requested it. The player uses the timing of a prefetched
 * segment to choose the next quality.
 */
export type PrefetchedSegment = {
  bytes: ArrayBuffer
  /** The number of milliseconds from the request to the first byte, and from the request to the last byte. */
  timing: { firstByteMs: number; totalMs: number }
}

/** The prefetched segments that the player has not requested yet, keyed by absolute URL. */
const pendingSegments = new Map<string, Promise<PrefetchedSegment | null>>()

/**
 * The maximum number of prefetched segments, which is sufficient for the start of two videos. When the
 * maximum is exceeded, the oldest segment is dropped, because it belongs to a page that the viewer has left.
 */
const maxPendingSegments = 8

/**
 * Fetches the segments that a player will soon request, in parallel with the player's code. `<link
 * rel="preload">` is unsuitable, because browsers warn about preloaded files that are not used, and do not
 * report their timing. The segment at each URL is fetched only once.
 */
export function prefetchSegments(urls: readonly string[], priority: RequestPriority = 'high'): void {
  for (const url of urls.map(toAbsoluteUrl)) {
    if (pendingSegments.has(url)) continue
    pendingSegments.set(url, fetchSegment(url, priority))
    if (pendingSegments.size > maxPendingSegments)
      pendingSegments.delete(pendingSegments.keys().next().value!)
  }
}

/** Adds segments that have been requested before the player's code was loaded. */
export function addPrefetchedSegments(
  segments: Iterable<readonly [url: string, Promise<PrefetchedSegment | null>]>,
): void {
  for (const [url, segment] of segments) pendingSegments.set(toAbsoluteUrl(url), segment)
}

/**
 * Returns a promise for a prefetched segment. The promise resolves to null if the segment could not be
 * fetched. Each prefetched segment is returned only once.
 */
export function takePrefetchedSegment(url: string): Promise<PrefetchedSegment | null> | undefined {
  const pending = pendingSegments.get(toAbsoluteUrl(url))
  pendingSegments.delete(toAbsoluteUrl(url))
  return pending
}

const toAbsoluteUrl = (url: string) => new URL(url, globalThis.location?.href).href

async function fetchSegment(url: string, priority: RequestPriority): Promise<PrefetchedSegment | null> {
  const start = performance.now()
  try {
    const response = await fetch(url, { priority })
    const firstByteMs = performance.now() - start
    if (!response.ok) return null
    const bytes = await response.arrayBuffer()
    return { bytes, timing: { firstByteMs, totalMs: performance.now() - start } }
  } catch {
    return null // the player requests the segment again and reports the error
  }
}
