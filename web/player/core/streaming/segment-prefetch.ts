/** A segment fetched before the player requested it, with its timing, which determines the next quality. */
export type PrefetchedSegment = {
  bytes: ArrayBuffer
  /** Milliseconds to the first byte, and to the last. */
  timing: { firstByteMs: number; totalMs: number }
}

/** By absolute URL; segments that have not been requested yet. */
const pendingSegments = new Map<string, Promise<PrefetchedSegment | null>>()

/** Enough for the start of two videos; any others belong to pages already left. */
const maxPendingSegments = 8

/**
 * Fetches what a player is about to request, in parallel with its code. Not with `<link rel="preload">`,
 * which must not go unused and does not report its timing. Each URL is fetched once.
 */
export function prefetchSegments(urls: readonly string[], priority: RequestPriority = 'high'): void {
  for (const url of urls.map(toAbsoluteUrl)) {
    if (pendingSegments.has(url)) continue
    pendingSegments.set(url, fetchSegment(url, priority))
    if (pendingSegments.size > maxPendingSegments)
      pendingSegments.delete(pendingSegments.keys().next().value!)
  }
}

/** The segment if it has arrived or is loading; null if it failed. Each one is handed over once. */
export function takePrefetchedSegment(url: string): Promise<PrefetchedSegment | null> | undefined {
  const pending = pendingSegments.get(toAbsoluteUrl(url))
  pendingSegments.delete(toAbsoluteUrl(url))
  return pending
}

const toAbsoluteUrl = (url: string) => new URL(url, globalThis.location?.href).href

async function fetchSegment(url: string, priority: RequestPriority): Promise<PrefetchedSegment | null> {
  const start = performance.now()
  try {
    const answer = await fetch(url, { priority })
    const firstByteMs = performance.now() - start
    if (!answer.ok) return null
    const bytes = await answer.arrayBuffer()
    return { bytes, timing: { firstByteMs, totalMs: performance.now() - start } }
  } catch {
    return null // the player requests it again and reports the error
  }
}
