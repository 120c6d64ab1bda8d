/**
 * Waits for all promises even if one rejects, so that no operation is still writing to a folder when the
 * caller removes the folder. Once all promises have settled, throws the error of the first rejected promise
 * in the list, if any.
 */
export async function settleAllOrThrow<T extends unknown[]>(
  works: [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(works)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return Promise.all(works) as Promise<{ [K in keyof T]: Awaited<T[K]> }>
}
