/** After a connection has been restored, the first requests often fail. Therefore, the import is retried this often. */
const maxRetriesOnline = 5
const retryDelayMs = 500

/**
 * Wraps a dynamic import. While the browser is offline, the dynamic import waits for the connection. A failed
 * `lazy` import would replace the surrounding page with an error, and all text that the user has typed would
 * be lost.
 */
export function retryWhenOnline<Code>(load: () => Promise<Code>): () => Promise<Code> {
  const attempt = async (retriesLeft: number): Promise<Code> => {
    try {
      return await load()
    } catch (thrown) {
      if (!navigator.onLine) {
        await new Promise<void>((back) => addEventListener('online', () => back(), { once: true }))
        return attempt(maxRetriesOnline)
      }
      if (retriesLeft === 0) throw thrown
      await new Promise<void>((resolve) => setTimeout(resolve, retryDelayMs))
      return attempt(retriesLeft - 1)
    }
  }
  return () => attempt(1)
}
