import assert from 'node:assert/strict'
import test from 'node:test'
import { createKeyedThrottle } from './keyed-throttle.ts'

test('when the maximum number of keys is reached, forgets the oldest keys first', async () => {
  const done: string[] = []
  const once = createKeyedThrottle({ minutes: 30, most: 3 })
  const comes = (name: string, minute: number) =>
    once(name, async () => void done.push(name), minute * 60_000)
  for (const [n, name] of ['ada', 'bob', 'cleo', 'ada', 'dan'].entries()) await comes(name, n)
  assert.deepEqual(done, ['ada', 'bob', 'cleo', 'dan'])
  await comes('bob', 5)
  await comes('dan', 5)
  assert.deepEqual(done, ['ada', 'bob', 'cleo', 'dan'], 'three are known')
  await comes('ada', 6)
  assert.equal(done.at(-1), 'ada')
  await comes('dan', 34.5)
  assert.equal(done.filter((name) => name === 'dan').length, 2, 'half an hour is over')
})
