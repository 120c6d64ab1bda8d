import assert from 'node:assert/strict'
import test from 'node:test'
import { createFairScheduler } from './fair-scheduler.ts'

const never = new AbortController().signal

/** Starts a task that records its name and runs until `leave` is called. */
function startTask(
  schedule: ReturnType<typeof createFairScheduler>,
  name: string,
  work: number,
  order: string[],
  signal = never,
) {
  const leaving = Promise.withResolvers<void>()
  const done = schedule(work, signal, async () => {
    order.push(name)
    await leaving.promise
  })
  return { leave: leaving.resolve, done }
}

test('runs one task at a time, the shortest waiting task first', async () => {
  const schedule = createFairScheduler()
  const order: string[] = []
  const film = startTask(schedule, 'film', 100, order)
  const long = startTask(schedule, 'long', 50, order)
  const short = startTask(schedule, 'short', 20, order)
  for (const one of [film, short, long]) {
    await Promise.resolve()
    one.leave()
    await one.done
  }
  assert.deepEqual(order, ['film', 'short', 'long'])
})

test('removes an aborted task from the queue without delaying the others', async () => {
  const schedule = createFairScheduler()
  const order: string[] = []
  const stop = new AbortController()
  const first = startTask(schedule, 'first', 1, order)
  const second = startTask(schedule, 'second', 1, order, stop.signal)
  const third = startTask(schedule, 'third', 2, order)
  stop.abort(new Error('told to stop'))
  await assert.rejects(second.done, /told to stop/)
  first.leave()
  third.leave()
  await Promise.all([first.done, third.done])
  assert.deepEqual(order, ['first', 'third'])
})

test('a failed task frees its slot for the next task', async () => {
  const schedule = createFairScheduler()
  await assert.rejects(
    schedule(1, never, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await schedule(1, never, () => Promise.resolve('free')), 'free')
})

test('lets shorter tasks overtake a long task only for a limited time', async () => {
  let clock = 0
  const schedule = createFairScheduler({ overtakeFactor: 3, now: () => clock })
  const order: string[] = []
  const users = new Map(
    ['first', 'film'].map((name) => [name, startTask(schedule, name, name === 'film' ? 100 : 10, order)]),
  )
  // A ten-second task arrives every ten seconds, so the slot is never free between tasks.
  for (let n = 1; n <= 60; n += 1) {
    clock += 10
    users.set(`short ${n}`, startTask(schedule, `short ${n}`, 10, order))
    const inside = users.get(order.at(-1)!)!
    inside.leave()
    await inside.done
  }
  const passed = order.indexOf('film') - 1
  assert.ok(passed >= 20 && passed <= 30, `${passed} went before it`)
})

test('runs one much smaller task at the same time as a large task, but runs tasks of equal size one after another', async () => {
  const schedule = createFairScheduler({ sizeRatio: 8 })
  const order: string[] = []
  const film = startTask(schedule, 'film', 800, order)
  const equal = startTask(schedule, 'equal', 800, order)
  const short = startTask(schedule, 'short', 100, order)
  const other = startTask(schedule, 'other', 50, order)
  await new Promise(setImmediate)
  assert.deepEqual(order, ['film', 'short'])
  short.leave()
  await short.done
  assert.deepEqual(order, ['film', 'short', 'other'])
  film.leave()
  await film.done
  assert.deepEqual(order, ['film', 'short', 'other'], 'the second task must be much smaller than the first')
  other.leave()
  await other.done
  equal.leave()
  await equal.done
  assert.deepEqual(order, ['film', 'short', 'other', 'equal'])
})

test('a series keeps its place: a task that is due later does not come between two of its tasks', async () => {
  const schedule = createFairScheduler({ now: () => 0 })
  const order: string[] = []
  const due = [10, 20, 400]
  let other: Promise<void> | undefined
  await schedule.series(
    never,
    async () => {
      const next = due.shift()
      return next === undefined ? null : { work: 100, due: next }
    },
    async () => {
      order.push('piece')
      other ??= schedule(100, never, async () => void order.push('other'))
    },
  )
  await other
  assert.deepEqual(order, ['piece', 'piece', 'other', 'piece'])
})

test('a series ends when its signal is aborted, and frees its slot', async () => {
  const schedule = createFairScheduler()
  const stop = new AbortController()
  const series = schedule.series(
    stop.signal,
    async () => ({ work: 1, due: 0 }),
    async () => stop.abort(new Error('told to stop')),
  )
  await assert.rejects(series, /told to stop/)
  assert.equal(await schedule(1, never, () => Promise.resolve('free')), 'free')
})
