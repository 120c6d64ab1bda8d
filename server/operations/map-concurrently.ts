/**
 * The number of concurrent calls. Sixteen concurrent calls hide the latency of object storage. On a local
 * disk, they let the journal of the file system commit several writes together.
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
