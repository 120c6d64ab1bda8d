/** A segment fetched before the player requested it. The player chooses the next quality from its timing. */
export type PrefetchedSegment = {
  bytes: ArrayBuffer
  /** The milliseconds until the first and the last byte. */
  timing: { firstByteMs: number; totalMs: number }
}

/** Prefetched segments that the player has not requested yet, by absolute URL. */
const pendingSegments = new Map<string, Promise<PrefetchedSegment | null>>()

/**
 * The maximum number of prefetched segments. The limit covers the start of two videos; older segments belong
 * to pages the viewer has left.
 */
const maxPendingSegments = 8

/**
 * Fetches the segments that a player is about to request, in parallel with its code. `<link rel="preload">` is
 * unsuitable, because a preload must not go unused and does not report its timing. Each URL is fetched once.
 */
export function prefetchSegments(urls: readonly string[], priority: RequestPriority = 'high'): void {
  for (const url of urls.map(toAbsoluteUrl)) {
    if (pendingSegments.has(url)) continue
    pendingSegments.set(url, fetchSegment(url, priority))
    if (pendingSegments.size > maxPendingSegments)
      pendingSegments.delete(pendingSegments.keys().next().value!)
  }
}

/**
 * Returns a prefetched segment that has arrived or is loading, or null if it failed. Each segment is returned
 * only once.
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
