import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import test, { after, before } from 'node:test'
import { getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { startHttpServer, stopHttpServer } from '#server/platform/http/http-server.ts'
import { closeEventStreams } from '#server/platform/live-updates/event-stream.ts'
import { goOnAir, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { captureLog } from '#tests/support/app/captured-log.ts'

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp()))
after(() => testApp.close())

test('a viewer who leaves while waiting for the playlist causes no error in the log', async (t) => {
  const server = await startHttpServer(testApp.app, { port: 0, host: '127.0.0.1' })
  t.after(() => stopHttpServer(server, closeEventStreams))
  const { creator, id } = await goOnAir(testApp, 'ada')
  const { playlist_url } = await creator.call(getBroadcast, { params: { id } })
  const { port } = server.address() as AddressInfo
  const log = captureLog()
  t.after(log.end)
  const leave = new AbortController()
  const request = fetch(`http://127.0.0.1:${port}${playlist_url}`, { signal: leave.signal })
  // The broadcast has no parts yet, so the server waits.
  const first = await Promise.race([request, new Promise((later) => setTimeout(later, 300, 'waiting'))])
  assert.equal(first, 'waiting')
  leave.abort()
  await assert.rejects(request)
  // The server notices the disconnection at once.
  await new Promise((later) => setTimeout(later, 300))
  assert.deepEqual(log.lines, [])
})
