/** A piece of a stream that came before the player asked for it, and how long it took: the next quality is chosen by that. */
export type Piece = {
  bytes: ArrayBuffer
  /** Milliseconds until its first byte, and until its last. */
  took: { toFirst: number; all: number }
}

/** By full address; what nobody has asked for yet. */
const pieces = new Map<string, Promise<Piece | null>>()

/** Two films' beginnings: what is left over is of pages that somebody has left. */
const most = 8

/**
 * Fetches what a player is about to ask for, beside the code that will ask. Not by `<link rel="preload">`: that may not go unused, and
 * could not tell how long it took. Each is asked for once.
 */
export function fetchAhead(urls: readonly string[], priority: RequestPriority = 'high'): void {
  for (const url of urls.map(full)) {
    if (pieces.has(url)) continue
    pieces.set(url, fetchPiece(url, priority))
    if (pieces.size > most) pieces.delete(pieces.keys().next().value!)
  }
}

/** The piece, if it came or is on its way; null if it could not be had. It is handed over once. */
export function takeAhead(url: string): Promise<Piece | null> | undefined {
  const piece = pieces.get(full(url))
  pieces.delete(full(url))
  return piece
}

const full = (url: string) => new URL(url, globalThis.location?.href).href

async function fetchPiece(url: string, priority: RequestPriority): Promise<Piece | null> {
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
