/** So many at a time: a disk's journal, or a bucket's round trip, then serves them in one go. */
const concurrency = 16

/** Does something with each of many, some side by side, and answers in their order. */
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
