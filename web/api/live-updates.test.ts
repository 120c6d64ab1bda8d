import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { subscribeToLiveUpdates } from './live-updates.ts'

/**
 * A fake EventSource with the features that live updates use. The fake EventSource records every connection
 * that is opened.
 */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = []
  closed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }
  close() {
    this.closed = true
  }
}

function setUpFakeEventSource(t: TestContext) {
  FakeEventSource.opened = []
  const before = globalThis.EventSource
  Object.assign(globalThis, { EventSource: FakeEventSource })
  t.after(() => Object.assign(globalThis, { EventSource: before }))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return { newest: () => FakeEventSource.opened.at(-1)!, count: () => FakeEventSource.opened.length }
}

test('reconnects live updates after 1, 2 and 5 seconds, then every 10 seconds', (t) => {
  const { newest, count } = setUpFakeEventSource(t)
  const stop = subscribeToLiveUpdates('x', 7, {})
  for (const delay of [1000, 2000, 5000, 10_000, 10_000]) {
    const before = count()
    newest().dispatchEvent(new Event('error'))
    t.mock.timers.tick(delay - 1)
    assert.equal(count(), before, `too soon: before ${delay} ms`)
    t.mock.timers.tick(1)
    assert.equal(count(), before + 1, `not after ${delay} ms`)
  }
  newest().dispatchEvent(new Event('open'))
  newest().dispatchEvent(new Event('error'))
  t.mock.timers.tick(1000)
  assert.equal(count(), 7, 'once it has worked, the delays begin anew')
  stop()
})

test('reconnects if no heartbeat arrives for 35 seconds', (t) => {
  const { newest, count } = setUpFakeEventSource(t)
  const stop = subscribeToLiveUpdates('x', 0, {})
  newest().dispatchEvent(new Event('open'))
  t.mock.timers.tick(30_000)
  newest().dispatchEvent(new MessageEvent('heartbeat', { data: '{}' }))
  t.mock.timers.tick(34_999)
  assert.equal(newest().closed, false)
  t.mock.timers.tick(1)
  assert.equal(newest().closed, true)
  t.mock.timers.tick(1000)
  assert.equal(count(), 2)
  stop()
})

test('resumes live updates after the last received event and does not reconnect after being stopped', (t) => {
  const { newest, count } = setUpFakeEventSource(t)
  const received: unknown[] = []
  const stop = subscribeToLiveUpdates('x', 7, { comment_deleted: ({ id }) => received.push(id) })
  newest().dispatchEvent(new MessageEvent('comment_deleted', { data: '{"id":"c"}', lastEventId: '12' }))
  newest().dispatchEvent(new Event('error'))
  t.mock.timers.tick(1000)
  assert.match(newest().url, /after=12$/)
  assert.deepEqual(received, ['c'])
  stop()
  newest().dispatchEvent(new Event('error'))
  t.mock.timers.tick(60_000)
  assert.equal(count(), 2)
})

test('acknowledges each heartbeat, so that the server notices when a page is closed', (t) => {
  const { newest } = setUpFakeEventSource(t)
  const fetchMock = t.mock.method(globalThis, 'fetch', async () => new Response(null, { status: 204 }))
  const stop = subscribeToLiveUpdates('x', 0, {})
  newest().dispatchEvent(new MessageEvent('heartbeat', { data: '{"stream":"s1"}' }))
  const [path, init] = fetchMock.mock.calls[0]!.arguments as unknown as [string, RequestInit]
  assert.deepEqual([path, init.method], ['/api/live/s1', 'POST'])
  stop()
})

test('live updates resume from the cursor of a reset event, with or without a reset handler', (t) => {
  const { newest } = setUpFakeEventSource(t)
  const stop = subscribeToLiveUpdates('x', 7, {})
  newest().dispatchEvent(new MessageEvent('reset', { data: '{}', lastEventId: '400' }))
  newest().dispatchEvent(new Event('error'))
  t.mock.timers.tick(1000)
  assert.match(newest().url, /after=400$/)
  stop()
})
