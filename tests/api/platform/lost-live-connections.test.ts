import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import test, { after, before } from 'node:test'
import { postComment } from '#contract/engagement/comments.ts'
import { liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import { getContentEventTopic } from '#server/domain-events.ts'
import { transaction } from '#server/platform/db/db.ts'
import { startHttpServer, stopHttpServer } from '#server/platform/http/http-server.ts'
import { closeEventStreams } from '#server/platform/live-updates/event-stream.ts'
import { publishLiveEvent } from '#server/platform/live-updates/publish-live-event.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { LiveUpdateClient } from '#tests/support/clients/live-update-client.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { startFlakyProxy } from '#tests/support/servers/flaky-proxy.ts'

let testApp: TestApp
const usual = { ...figures }
before(async () => {
  testApp = await startTestApp()
  // Uses the production timeouts divided by fifty: 0.7 s instead of 35 s.
  Object.assign(figures, { heartbeat: 500, timeout: 200, reconnect: [100] })
})
after(async () => {
  Object.assign(figures, usual)
  await testApp.close()
})

test('both the server and the client detect a live-update connection that fails silently', async (t) => {
  const server = await startHttpServer(testApp.app, { port: 0, host: '127.0.0.1' })
  const line = await startFlakyProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  t.after(async () => {
    await stopHttpServer(server, closeEventStreams)
    await line.close()
  })
  const [ada] = (await insertUsers(testApp, 'dead', 1)) as [Awaited<ReturnType<typeof insertUsers>>[0]]
  const contentId = await createPublishedVideo(ada)
  const post = async (body: string) =>
    (await ada.call(postComment, { params: { id: contentId }, body: { body } })).id
  const listener = new LiveUpdateClient(new HttpTestClient(`http://127.0.0.1:${line.port}`), contentId, 0)
  const result = [await post('before')]
  await waitUntil(async () => listener.comments.length === 1)
  // A connection that is still transmitting data stays open.
  await new Promise((later) => setTimeout(later, 2 * (figures.heartbeat + figures.timeout)))
  assert.deepEqual([listener.connections, listener.deadConnections.length], [1, 0])

  const diedAt = Date.now()
  line.blackholeOpenConnections()
  result.push(await post('meanwhile'))
  await waitUntil(async () => line.givenUp.length > 0 && listener.comments.length === 2)
  // Allows 1.5 s of tolerance for a busy machine.
  const least = figures.heartbeat + figures.timeout + 1500
  assert.ok(line.givenUp[0]! - diedAt < least, `the server after ${line.givenUp[0]! - diedAt} ms`)
  assert.ok(
    listener.deadConnections[0]! - diedAt < least,
    `the page after ${listener.deadConnections[0]! - diedAt} ms`,
  )
  result.push(await post('after'))
  await waitUntil(async () => listener.comments.length === 3)
  assert.deepEqual(listener.comments, result)
  await listener.stop()
})

test('a client reloads once if it missed more live updates than the server stores', async (t) => {
  const server = await startHttpServer(testApp.app, { port: 0, host: '127.0.0.1' })
  const line = await startFlakyProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  t.after(async () => {
    await stopHttpServer(server, closeEventStreams)
    await line.close()
  })
  const [ada] = await insertUsers(testApp, 'away', 1)
  const contentId = await createPublishedVideo(ada!)
  const post = async (body: string) =>
    (await ada!.call(postComment, { params: { id: contentId }, body: { body } })).id
  const listener = new LiveUpdateClient(new HttpTestClient(`http://127.0.0.1:${line.port}`), contentId, 0)
  const result = [await post('before')]
  await waitUntil(async () => listener.comments.length === 1)
  line.mode = 'refuse'
  line.cut()
  result.push(await post('meanwhile'))
  const topic = getContentEventTopic(contentId)
  await transaction(async (tx) => {
    for (let n = 0; n < figures.buffer; n += 1)
      await publishLiveEvent(tx, topic, 'counts', { likes_count: n, comments_count: 2 })
  })
  line.mode = 'pass'
  await waitUntil(async () => listener.resets === 1 && listener.connections === 3)
  result.push(await post('after'))
  await waitUntil(async () => listener.comments.length === 3)
  assert.deepEqual([listener.comments, listener.resets, listener.connections], [result, 1, 3])
  await listener.stop()
})
