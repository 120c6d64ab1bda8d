import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { waitUntilProcessed } from './wait-until-processed.ts'

/** Mocks a server that always returns the same status, on a fake clock. Returns the times of the requests. */
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

/** Advances the clock in steps of half a second and lets pending work finish. */
async function pass(t: TestContext, seconds: number) {
  for (let half = 0; half < seconds * 2; half++) {
    t.mock.timers.tick(500)
    for (let turn = 0; turn < 10; turn++) await new Promise((again) => setImmediate(again))
  }
}

const where = () => ({ streamId: 's', contentId: 'c', signal: new AbortController().signal })

test('polls after 1.5 s, then every 3 s, until the video is ready', async (t) => {
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

test('gives up after 60 more requests and tolerates failed ones', async (t) => {
  const looks = serving(t, (look) => (look % 2 ? 'down' : {}))
  let done = false
  void waitUntilProcessed(where(), () => {}).then(() => (done = true))
  await pass(t, 1.5 + 60 * 3 + 10)
  assert.equal(looks.length, 61)
  assert.ok(done)
})

test('stops waiting when the video is refused', async (t) => {
  const looks = serving(t, () => ({ state: 'refused' }))
  let done = false
  void waitUntilProcessed(where(), () => {}).then(() => (done = true))
  await pass(t, 5)
  assert.equal(looks.length, 1)
  assert.ok(done)
})
