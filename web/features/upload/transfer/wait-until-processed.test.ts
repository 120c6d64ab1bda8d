import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { waitUntilProcessed } from './wait-until-processed.ts'

/** A server that answers every look with the same, on a clock of the test's own. Returns when it was looked at. */
function serving(t: TestContext, answers: (look: number) => Partial<ProcessingStatus> | 'down'): number[] {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  const looks: number[] = []
  t.mock.method(globalThis, 'fetch', async () => {
    looks.push(Date.now())
    const answer = answers(looks.length)
    if (answer === 'down') return new Response('Sorry', { status: 500 })
    return Response.json({ ready: false, state: 'encoding', ...answer })
  })
  const global = globalThis as { EventSource?: unknown }
  global.EventSource = class {
    addEventListener() {}
    close() {}
  }
  t.after(() => delete global.EventSource)
  return looks
}

/** Lets so much time pass, half a second at once, with everything that waits on it. */
async function pass(t: TestContext, seconds: number) {
  for (let half = 0; half < seconds * 2; half++) {
    t.mock.timers.tick(500)
    for (let turn = 0; turn < 10; turn++) await new Promise((again) => setImmediate(again))
  }
}

const where = () => ({ streamId: 's', contentId: 'c', signal: new AbortController().signal })

test('the first look comes after 1.5 s, the next ones every 3 s, until it is ready', async (t) => {
  const looks = serving(t, (look) => ({ ready: look === 4 }))
  let done = false
  const heard: boolean[] = []
  void waitUntilProcessed(where(), ({ ready }) => heard.push(ready)).then(() => (done = true))
  await pass(t, 10)
  assert.equal(done, false)
  await pass(t, 20)
  assert.deepEqual(looks, [1500, 4500, 7500, 10_500])
  assert.deepEqual(heard, [false, false, false, true])
  assert.ok(done)
})

test('patience ends after 60 more looks, and a look that fails is only a look', async (t) => {
  const looks = serving(t, (look) => (look % 2 ? 'down' : {}))
  let done = false
  void waitUntilProcessed(where(), () => {}).then(() => (done = true))
  await pass(t, 1.5 + 60 * 3 + 10)
  assert.equal(looks.length, 61)
  assert.ok(done)
})

test('a refused video ends the wait', async (t) => {
  const looks = serving(t, () => ({ state: 'refused' }))
  let done = false
  void waitUntilProcessed(where(), () => {}).then(() => (done = true))
  await pass(t, 5)
  assert.equal(looks.length, 1)
  assert.ok(done)
})
