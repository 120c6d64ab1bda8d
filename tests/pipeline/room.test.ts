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
const inside = new Map<string, Running>()
const leaving = new Map<string, () => void>()

const database = await freshDatabase()
openDatabase(database.url)
await startQueue(database.url, [film], true)
await startWork([worker(film, make, 2)], [])
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
