import { prefetchSegments } from './segment-prefetch.ts'

/**
 * Prefetches the start of a video after the page itself has loaded, so playback starts immediately when the
 * viewer presses play. Nothing is prefetched if the browser's data saver is on or the connection is slow
 * (2G). Returns a function that cancels prefetching.
 */
export function prefetchWhenIdle(urls: readonly string[]): () => void {
  const leaving = new AbortController()
  const start = () => {
    if (!leaving.signal.aborted) prefetchSegments(urls, 'low')
  }
  if (urls.length > 0 && !shouldSkipPrefetch()) whenIdle(start, leaving.signal)
  return () => leaving.abort()
}

function whenIdle(start: () => void, signal: AbortSignal): void {
  if (document.readyState !== 'complete')
    return addEventListener('load', () => whenIdle(start, signal), { once: true, signal })
  // Safari does not support requestIdleCallback, so use a timer there.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 2000 })
  else setTimeout(start, 200)
}

/** Returns whether the browser's data saver is on or the connection is slow (2G). */
export function shouldSkipPrefetch(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
