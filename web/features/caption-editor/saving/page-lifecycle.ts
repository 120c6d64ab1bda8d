interface PageListener {
  /**
   * Called when the page is hidden or about to close. After this call, the page may not receive any more
   * events.
   */
  onLeave: () => void
  onOnline: () => void
  /** True if the browser must ask for confirmation before it closes the page. */
  shouldWarn: () => boolean
}

/**
 * Calls the listener when the user leaves the page and when the network connection returns. Returns a
 * function that stops listening.
 */
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
