/**
 * Wraps a dynamic import. While the browser is offline, the dynamic import waits for the connection. A failed
 * `lazy` import would replace the surrounding page with an error, and all text that the user has typed would
 * be lost.
 */
export function retryWhenOnline<Code>(load: () => Promise<Code>): () => Promise<Code> {
  const attempt = (): Promise<Code> =>
    load().catch((thrown: unknown) => {
      if (navigator.onLine) throw thrown
      return new Promise<void>((back) => addEventListener('online', () => back(), { once: true })).then(
        attempt,
      )
    })
  return attempt
}
