/*
 * A heartbeat acknowledgement can reach a process that does not serve the stream. Each process forwards these
 * acknowledgements in batches, because every NOTIFY takes a lock of the whole database.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import pg from 'pg'
import { heartbeatAckPath } from '#contract/live-updates.ts'
import { liveUpdateTimings } from '#contract/live-update-limits.ts'
import { handleForwardedAcks, trackHeartbeatAcks } from '#server/platform/live-updates/heartbeat-acks.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

let testApp: TestApp
let listener: pg.Client
const payloads: string[] = []
before(async () => {
  testApp = await startTestApp()
  listener = new pg.Client({ connectionString: testApp.databaseUrl })
  await listener.connect()
  await listener.query('listen live')
  listener.on('notification', ({ payload = '' }) => void payloads.push(payload))
})
after(async () => {
  await listener.end()
  await testApp.close()
})

test('acknowledgements for other processes are forwarded together, at most once a second', async () => {
  const streams = Array.from({ length: 450 }, () => randomUUID())
  const post = (stream: string) => testApp.anonymousUser().fetch(heartbeatAckPath(stream), { method: 'POST' })
  const responses = await Promise.all(streams.map(post))
  assert.ok(responses.every(({ status }) => status === 204))
  const received = () => payloads.flatMap((payload) => payload.slice('answers:'.length).split(','))
  await waitUntil(() => received().length >= streams.length, 5)
  assert.deepEqual(received().toSorted(), streams.toSorted())
  // The first acknowledgements are forwarded at once, and the others a second later, 200 per notification.
  assert.ok(payloads.length <= 4, `${payloads.length} notifications`)
})

test('a forwarded acknowledgement keeps a stream open, also one from the previous release', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { heartbeat, timeout } = liveUpdateTimings
  const dead: string[] = []
  const stops = ['a', 'b', 'c'].map((name) => trackHeartbeatAcks(name, () => dead.push(name)))
  assert.ok(handleForwardedAcks('answers:a,b,elsewhere'))
  assert.ok(handleForwardedAcks('answer:c'))
  assert.ok(!handleForwardedAcks('content:a'))
  t.mock.timers.tick(heartbeat)
  handleForwardedAcks('answers:a')
  t.mock.timers.tick(timeout)
  assert.deepEqual(dead, ['b', 'c'])
  for (const stop of stops) stop()
})
