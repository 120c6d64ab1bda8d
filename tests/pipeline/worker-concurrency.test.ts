import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase, openDatabase, transaction } from '#server/platform/db/db.ts'
import {
  type JobContext,
  enqueue,
  defineJob,
  startQueue,
  startJobWorkers,
  stopQueue,
  defineWorker,
} from '#server/platform/queue/queue.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

const video = defineJob<{ name: string }>('film')
const slow = defineJob<{ name: string }>('slow', { expireInSeconds: 1, retryLimit: 0 })
const patient = defineJob<{ name: string }>(
  'patient',
  { expireInSeconds: 1, retryLimit: 0 },
  { limitsItself: true },
)
const inside = new Map<string, JobContext>()
const leaving = new Map<string, () => void>()

let database: Awaited<ReturnType<typeof createTestDatabase>>
before(async () => {
  database = await createTestDatabase()
  openDatabase(database.url)
  await startQueue(database.url, [video, slow, patient], true)
  await startJobWorkers(
    [defineWorker(video, make, 2), defineWorker(slow, make), defineWorker(patient, make)],
    [],
  )
})
after(async () => {
  await stopQueue()
  await closeDatabase()
  await database.drop()
})

async function make({ name }: { name: string }, running: JobContext): Promise<void> {
  inside.set(name, running)
  const { promise, resolve } = Promise.withResolvers<void>()
  leaving.set(name, resolve)
  running.signal.addEventListener('abort', () => resolve())
  await promise
  inside.delete(name)
}

const send = (name: string) => transaction((tx) => enqueue(tx, video, { name }))
const names = () => [...inside.keys()].toSorted()

test('a job is aborted when its time limit is exceeded, while a job with a longer time limit keeps running', async () => {
  await transaction(async (tx) => {
    await enqueue(tx, slow, { name: 'slow' })
    await enqueue(tx, patient, { name: 'patient' })
  })
  await waitUntil(() => inside.has('slow') && inside.has('patient'))
  const running = inside.get('slow')!
  await waitUntil(() => running.signal.aborted)
  assert.equal(running.stopping.aborted, false)
  await waitUntil(() => !inside.has('slow'))
  // The queue checks for expired jobs every 5 s. If both jobs had the same time limit, the check that expired
  // the first job would also have expired the second job.
  await pause(300)
  assert.equal(inside.get('patient')?.signal.aborted, false)
  leaving.get('patient')!()
  await waitUntil(() => !inside.has('patient'))
})

test('when a running job releases its worker slot, the next job starts', async () => {
  for (const name of ['a', 'b', 'c']) await send(name)
  await waitUntil(() => inside.size === 2)
  await pause(300)
  assert.equal(inside.size, 2, 'two slots')

  const [first, second] = names()
  await inside.get(first!)!.releaseSlot()
  await inside.get(first!)!.releaseSlot()
  await waitUntil(() => inside.size === 3)
  await send('d')
  await pause(300)
  assert.equal(inside.size, 3, 'a job can release its slot only once')

  leaving.get(first!)!()
  await waitUntil(() => inside.size === 2)
  await pause(300)
  assert.equal(inside.size, 2, 'a job that ends also closes the extra slot that it opened')
  leaving.get(second!)!()
  await waitUntil(() => inside.has('d'))
})
