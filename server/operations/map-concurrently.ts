/**
 * The number of concurrent calls. With this number, a disk's journal can commit several writes together, and
 * the latency of object storage is hidden.
 */
const concurrency = 16

/** Maps items concurrently and yields the results in the order of the items. */
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
