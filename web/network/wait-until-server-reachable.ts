const retryAfterMs = 500

/**
 * Resolves when the server responds, and rejects when `signal` is aborted. The browser's `online` event says
 * only that the device has a network again. The first requests after the `online` event can still fail.
 */
export async function waitUntilServerReachable(signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal })
      return
    } catch {
      signal.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    }
  }
}
