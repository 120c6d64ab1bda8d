import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase, openDatabase, transaction } from '#server/platform/db/db.ts'
import {
  type Running,
  enqueue,
  job,
  startQueue,
  startWork,
  stopQueue,
  worker,
} from '#server/platform/queue.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'

const film = job<{ name: string }>('film')
const slow = job<{ name: string }>('slow', { expireInSeconds: 1, retryLimit: 0 })
const patient = job<{ name: string }>(
  'patient',
  { expireInSeconds: 1, retryLimit: 0 },
  { limitsItself: true },
)
const inside = new Map<string, Running>()
const leaving = new Map<string, () => void>()

const database = await freshDatabase()
openDatabase(database.url)
await startQueue(database.url, [film, slow, patient], true)
await startWork([worker(film, make, 2), worker(slow, make), worker(patient, make)], [])
after(async () => {
  await closeDatabase()
  await database.drop()
})

async function make({ name }: { name: string }, running: Running): Promise<void> {
  inside.set(name, running)
  const { promise, resolve } = Promise.withResolvers<void>()
  leaving.set(name, resolve)
  running.signal.addEventListener('abort', () => resolve())
  await promise
  inside.delete(name)
}

const send = (name: string) => transaction((tx) => enqueue(tx, film, { name }))
const names = () => [...inside.keys()].toSorted()

test('a job that expires is told to end and not that the process stops; one that limits itself does not expire', async () => {
  await transaction(async (tx) => {
    await enqueue(tx, slow, { name: 'slow' })
    await enqueue(tx, patient, { name: 'patient' })
  })
  await eventually(() => inside.has('slow') && inside.has('patient'))
  const running = inside.get('slow')!
  await eventually(() => running.signal.aborted)
  assert.equal(running.stopping.aborted, false)
  await eventually(() => !inside.has('slow'))
  // Due to expire at the same moment; the queue's own look at expired jobs comes every 5 s.
  await pause(300)
  assert.equal(inside.get('patient')?.signal.aborted, false)
  leaving.get('patient')!()
  await eventually(() => !inside.has('patient'))
})

test('who has made room holds no place: the next one begins; afterwards there are as many places as before', async () => {
  for (const name of ['a', 'b', 'c']) await send(name)
  await eventually(() => inside.size === 2)
  await pause(300)
  assert.equal(inside.size, 2, 'two places')

  const [first, second] = names()
  await inside.get(first!)!.makeRoom()
  await inside.get(first!)!.makeRoom()
  await eventually(() => inside.size === 3)
  await send('d')
  await pause(300)
  assert.equal(inside.size, 3, 'room is made once')

  leaving.get(first!)!()
  await eventually(() => inside.size === 2)
  await pause(300)
  assert.equal(inside.size, 2, 'whoever ends takes the place along that was opened for it')
  leaving.get(second!)!()
  await eventually(() => inside.has('d'))
  await stopQueue()
})
