import { prefetchSegments } from './segment-prefetch.ts'

/**
 * Fetches the beginning of a film that nobody has asked for yet, after all that the page itself needs: whoever came to watch then waits for
 * nothing. Not where data is to be spared. What it returns takes it back.
 */
export function prefetchWhenIdle(urls: readonly string[]): () => void {
  const leaving = new AbortController()
  const go = () => {
    if (!leaving.signal.aborted) prefetchSegments(urls, 'low')
  }
  if (urls.length > 0 && !isDataSaverOn()) whenIdle(go, leaving.signal)
  return () => leaving.abort()
}

function whenIdle(go: () => void, signal: AbortSignal): void {
  if (document.readyState !== 'complete')
    return addEventListener('load', () => whenIdle(go, signal), { once: true, signal })
  // Safari has no such word.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(go, { timeout: 2000 })
  else setTimeout(go, 200)
}

/** Somebody has asked their browser to fetch little, or can get little. */
export function isDataSaverOn(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
