import assert from 'node:assert/strict'
import test from 'node:test'
import { lane } from './lane.ts'

const never = new AbortController().signal

/** Somebody in the lane: says when they are in, and leaves when told. */
function user(take: ReturnType<typeof lane>, name: string, work: number, order: string[], signal = never) {
  const leaving = Promise.withResolvers<void>()
  const done = take(work, signal, async () => {
    order.push(name)
    await leaving.promise
  })
  return { leave: leaving.resolve, done }
}

test('one at a time, and who has least to do goes first', async () => {
  const take = lane()
  const order: string[] = []
  const film = user(take, 'film', 100, order)
  const long = user(take, 'long', 50, order)
  const short = user(take, 'short', 1, order)
  for (const one of [film, short, long]) {
    await Promise.resolve()
    one.leave()
    await one.done
  }
  assert.deepEqual(order, ['film', 'short', 'long'])
})

test('who is told to stop while waiting leaves, and holds nobody up', async () => {
  const take = lane()
  const order: string[] = []
  const stop = new AbortController()
  const first = user(take, 'first', 1, order)
  const second = user(take, 'second', 1, order, stop.signal)
  const third = user(take, 'third', 2, order)
  stop.abort(new Error('told to stop'))
  await assert.rejects(second.done, /told to stop/)
  first.leave()
  third.leave()
  await Promise.all([first.done, third.done])
  assert.deepEqual(order, ['first', 'third'])
})

test('a failure frees the lane', async () => {
  const take = lane()
  await assert.rejects(
    take(1, never, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await take(1, never, () => Promise.resolve('free')), 'free')
})
