/** A piece of a stream that came before the player asked for it, and how long it took: the next quality is chosen by that. */
export type PrefetchedSegment = {
  bytes: ArrayBuffer
  /** Milliseconds until its first byte, and until its last. */
  took: { toFirst: number; all: number }
}

/** By full address; what nobody has asked for yet. */
const pendingSegments = new Map<string, Promise<PrefetchedSegment | null>>()

/** Two films' beginnings: what is left over is of pages that somebody has left. */
const maxPendingSegments = 8

/**
 * Fetches what a player is about to ask for, beside the code that will ask. Not by `<link rel="preload">`: that may not go unused, and
 * could not tell how long it took. Each is asked for once.
 */
export function prefetchSegments(urls: readonly string[], priority: RequestPriority = 'high'): void {
  for (const url of urls.map(toAbsoluteUrl)) {
    if (pendingSegments.has(url)) continue
    pendingSegments.set(url, fetchSegment(url, priority))
    if (pendingSegments.size > maxPendingSegments)
      pendingSegments.delete(pendingSegments.keys().next().value!)
  }
}

/** The piece, if it came or is on its way; null if it could not be had. It is handed over once. */
export function takePrefetchedSegment(url: string): Promise<PrefetchedSegment | null> | undefined {
  const piece = pendingSegments.get(toAbsoluteUrl(url))
  pendingSegments.delete(toAbsoluteUrl(url))
  return piece
}

const toAbsoluteUrl = (url: string) => new URL(url, globalThis.location?.href).href

async function fetchSegment(url: string, priority: RequestPriority): Promise<PrefetchedSegment | null> {
  const start = performance.now()
  try {
    const answer = await fetch(url, { priority })
    const toFirst = performance.now() - start
    if (!answer.ok) return null
    const bytes = await answer.arrayBuffer()
    return { bytes, took: { toFirst, all: performance.now() - start } }
  } catch {
    return null // the player asks for itself, and says what is wrong
  }
}
