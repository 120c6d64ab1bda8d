/**
 * The number of concurrent calls. With object storage, sixteen concurrent calls hide the latency. On a local
 * disk, they allow the file system's journal to commit several writes together.
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
