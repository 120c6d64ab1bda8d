/**
 * The number of concurrent calls. Sixteen concurrent calls let a disk's journal commit several writes
 * together and compensate for the latency of object storage.
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
