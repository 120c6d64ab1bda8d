/**
 * For code that a page loads later. Without a connection it waits until there is one, instead of failing: what `lazy` cannot load
 * takes down the page around it, with all that was typed there.
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
