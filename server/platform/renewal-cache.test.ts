import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { RenewalCache } from './renewal-cache.ts'

/** A cache whose values last five seconds, with a clock that the test controls. Each call of `load` is recorded. */
function createTestCache(t: TestContext) {
  let now = 1000
  t.mock.method(performance, 'now', () => now)
  const loads: string[] = []
  const missing = new Set<string>()
  let error: Error | undefined
  const cache = new RenewalCache<string, string>({
    maxEntries: 100,
    async load(inputs) {
      loads.push(inputs.join())
      const until = now + 5000
      await Promise.resolve()
      if (error) throw error
      return inputs.map((input) => (missing.has(input) ? undefined : { value: `${input} at ${now}`, until }))
    },
    renewalInput: (input) => (input === 'unrenewable' ? undefined : input),
  })
  return {
    get: (key: string) => cache.get(key, key),
    peek: (key: string) => cache.peek(key),
    loads,
    missing,
    wait: (ms: number) => (now += ms),
    fail: (with_: Error | undefined) => (error = with_),
  }
}

test('uses a value until it expires and never longer', async (t) => {
  const { get, peek, wait, loads } = createTestCache(t)
  await get('a')
  wait(4999)
  assert.equal(await get('a'), 'a at 1000')
  assert.equal(peek('a'), 'a at 1000')
  wait(1)
  assert.equal(peek('a'), undefined)
  assert.equal(await get('a'), 'a at 6000')
  assert.deepEqual(loads, ['a', 'a'])
})

test('renews the values in use together, but not unused, new or unrenewable values', async (t) => {
  const { get, wait, loads } = createTestCache(t)
  await get('unused')
  wait(11_000)
  for (const key of ['a', 'b', 'unrenewable']) await get(key)
  wait(4900)
  loads.length = 0
  await get('c')
  assert.deepEqual(loads, ['c,b,a'])
  wait(500)
  assert.equal(await get('b'), 'b at 16900')
  await get('d')
  assert.deepEqual(loads, ['c,b,a', 'd'])
})

test('a renewal does not count as a use', async (t) => {
  const { get, wait, loads } = createTestCache(t)
  await get('gone')
  for (let round = 0; round < 4; round += 1) {
    await get('a')
    wait(5000)
  }
  assert.deepEqual(loads.slice(1), ['a', 'a,gone', 'a,gone', 'a'])
})

test('concurrent requests for a value share one load, also with a renewal', async (t) => {
  const { get, wait, loads } = createTestCache(t)
  await Promise.all([get('a'), get('a')])
  await get('b')
  wait(5000)
  loads.length = 0
  assert.deepEqual(await Promise.all([get('a'), get('b'), get('a')]), ['a at 6000', 'b at 6000', 'a at 6000'])
  assert.deepEqual(loads, ['a,b'])
})

test('does not keep a value that no longer exists, or a failed load', async (t) => {
  const { get, wait, missing, fail, loads } = createTestCache(t)
  await Promise.all([get('a'), get('b')])
  wait(5000)
  missing.add('b')
  await get('a')
  assert.equal(await get('b'), undefined)
  assert.deepEqual(loads.slice(2), ['a,b', 'b'])
  wait(5000)
  fail(new Error('no database'))
  await assert.rejects(get('a'), /no database/)
  fail(undefined)
  assert.equal(await get('a'), 'a at 11000')
})
