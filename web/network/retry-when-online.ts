/**
 * Wraps a dynamic import. While offline it waits for the connection instead of failing: a failed `lazy`
 * import takes down the page around it, including everything typed there.
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
