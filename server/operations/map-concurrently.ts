/**
 * The number of concurrent calls. Enough for a disk's journal to commit them together and to hide a bucket's
 * latency.
 */
const concurrency = 16

/** Maps items concurrently and yields the results in the items' order. */
export async function* mapConcurrently<T, Done>(
  many: AsyncIterable<T>,
  work: (one: T) => Promise<Done>,
): AsyncGenerator<Done> {
  let batch: T[] = []
  for await (const one of many) {
    if (batch.push(one) < concurrency) continue
    yield* await Promise.all(batch.map(work))
    batch = []
  }
  yield* await Promise.all(batch.map(work))
}
