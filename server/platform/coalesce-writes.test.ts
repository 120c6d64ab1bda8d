import assert from 'node:assert/strict'
import test from 'node:test'
import { coalesceWrites } from './coalesce-writes.ts'

/**
 * Creates a function `add` that combines concurrent writes into as few calls as possible. Each call is
 * recorded in `calls` and finishes only when the test calls `end`.
 */
function held() {
  const calls: string[] = []
  const ends: (() => void)[] = []
  const add = coalesceWrites(async (name: string, wishes: number[]) => {
    calls.push(`${name} ${wishes.join()}`)
    await new Promise<void>((resolve) => ends.push(resolve))
    if (wishes.includes(13)) throw new Error('unlucky')
    return wishes.map((wish) => wish * 10)
  })
  const end = async () => {
    ends.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { add, end, calls }
}

test('runs the first write immediately, combines the writes that follow, and gives each caller its own result', async () => {
  const { add, end, calls } = held()
  const first = add('a', 1)
  const others = [add('a', 2), add('a', 3)]
  const elsewhere = add('b', 4)
  assert.deepEqual(calls, ['a 1', 'b 4'])
  await end()
  assert.equal(await first, 10)
  await end()
  assert.equal(await elsewhere, 40)
  await end()
  assert.deepEqual(await Promise.all(others), [20, 30])
  assert.deepEqual(calls, ['a 1', 'b 4', 'a 2,3'])
  const later = add('a', 5)
  await end()
  assert.equal(await later, 50)
})

test('when one of several combined writes fails, the others succeed', async () => {
  const { add, end } = held()
  const wishes = [add('a', 1), add('a', 13), add('a', 2)].map((wish) =>
    wish.catch((error: Error) => error.message),
  )
  for (let n = 0; n < 4; n += 1) await end()
  assert.deepEqual(await Promise.all(wishes), [10, 'unlucky', 20])
})

test('all combined writes fail when the database is unavailable', async () => {
  let tries = 0
  let fail = () => {}
  const add = coalesceWrites(async (_: string, wishes: number[]) => {
    tries += 1
    await new Promise<void>((resolve) => (fail = resolve))
    if (tries > 1)
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: '57P03', syscall: 'connect' })
    return wishes
  })
  const outcomes = [1, 2, 3, 4].map((wish) => add('a', wish).catch((error: Error) => error.message))
  fail()
  assert.equal(await outcomes[0], 1)
  fail()
  assert.deepEqual(await Promise.all(outcomes.slice(1)), Array(3).fill('connect ECONNREFUSED'))
  assert.equal(tries, 2)
})
