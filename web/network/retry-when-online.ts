/**
 * Wraps a dynamic import so that it waits for the connection while offline. A failed `lazy` import would
 * replace the surrounding page with an error, including all text that the user has typed.
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
