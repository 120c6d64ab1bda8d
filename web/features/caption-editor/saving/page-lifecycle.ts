interface PageListener {
  /** The page is being hidden or closed. There may be no later event. */
  onLeave: () => void
  onOnline: () => void
  /** Whether the browser asks before it closes the page. */
  shouldWarn: () => boolean
}

/** Calls the listener when the page is left and when the connection returns. Returns a function that stops this. */
export function listenToPageLifecycle({ onLeave, onOnline, shouldWarn }: PageListener): () => void {
  const listening = new AbortController()
  const onHide = () => document.visibilityState === 'hidden' && onLeave()
  const onUnload = (event: BeforeUnloadEvent) => {
    onLeave()
    if (shouldWarn()) event.preventDefault()
  }
  addEventListener('online', onOnline, listening)
  addEventListener('pagehide', onLeave, listening)
  addEventListener('beforeunload', onUnload, listening)
  document.addEventListener('visibilitychange', onHide, listening)
  return () => listening.abort()
}
