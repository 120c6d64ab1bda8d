import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { waitUntilProcessed } from './wait-until-processed.ts'

/**
 * Mocks the clock and a server that responds with the given statuses. Returns the times at which status
 * requests were sent.
 */
function serving(t: TestContext, answers: (request: number) => Partial<ProcessingStatus> | 'down'): number[] {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  const requestTimes: number[] = []
  t.mock.method(globalThis, 'fetch', async () => {
    requestTimes.push(Date.now())
    const answer = answers(requestTimes.length)
    if (answer === 'down') return new Response('Sorry', { status: 500 })
    return Response.json({ ready: false, state: 'encoding', ...answer })
  })
  const global = globalThis as { EventSource?: unknown }
  global.EventSource = class {
    addEventListener() {}
    close() {}
  }
  t.after(() => delete global.EventSource)
  return requestTimes
}

/** Advances the clock by half a second at a time and waits for pending work. */
async function pass(t: TestContext, seconds: number) {
  for (let half = 0; half < seconds * 2; half++) {
    t.mock.timers.tick(500)
    for (let round = 0; round < 10; round++) await new Promise((resolve) => setImmediate(resolve))
  }
}

const waitOptions = () => ({ streamId: 's', contentId: 'c', signal: new AbortController().signal })

test('polls the processing status after 1.5 s, then every 3 s, until the video is ready', async (t) => {
  const requestTimes = serving(t, (request) => ({ ready: request === 4 }))
  let done = false
  const received: boolean[] = []
  void waitUntilProcessed(waitOptions(), ({ ready }) => received.push(ready)).then(() => (done = true))
  await pass(t, 10)
  assert.equal(done, false)
  await pass(t, 20)
  assert.deepEqual(requestTimes, [1500, 4500, 7500, 10_500])
  assert.deepEqual(received, [false, false, false, true])
  assert.ok(done)
})

test('tolerates failed status requests and gives up after 61 requests', async (t) => {
  const requestTimes = serving(t, (request) => (request % 2 ? 'down' : {}))
  let done = false
  void waitUntilProcessed(waitOptions(), () => {}).then(() => (done = true))
  await pass(t, 1.5 + 60 * 3 + 10)
  assert.equal(requestTimes.length, 61)
  assert.ok(done)
})

test('stops polling when the server rejects the video', async (t) => {
  const requestTimes = serving(t, () => ({ state: 'refused' }))
  let done = false
  void waitUntilProcessed(waitOptions(), () => {}).then(() => (done = true))
  await pass(t, 5)
  assert.equal(requestTimes.length, 1)
  assert.ok(done)
})
