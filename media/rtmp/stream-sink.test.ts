import assert from 'node:assert/strict'
import test from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import {
  mediaBodies,
  rtmpAudio,
  rtmpCommand,
  RtmpTestClient,
  rtmpVideo,
} from '#tests/support/clients/rtmp-client.ts'
import { startRtmpTestServer, testStreamKey } from '#tests/support/servers/rtmp-test-server.ts'
import type { DisconnectReason } from './disconnect-reasons.ts'
import type { FlvPiece } from './flv/flv-piece-builder.ts'

const { videoConfig, audioConfig, keyframe } = mediaBodies
const configs = Buffer.concat([rtmpVideo(videoConfig), rtmpAudio(audioConfig)])

/** Keyframes 250 ms apart, so that each one after the first completes a piece. */
const keyframes = (from: number, to: number, size = 0) =>
  Array.from({ length: to - from }, (_, n) =>
    rtmpVideo(Buffer.concat([keyframe, Buffer.alloc(size)]), (from + n) * 250),
  )

/** Creates a `write` function whose promises stay pending until the test resolves them. */
function createHeldWrites() {
  const held: PromiseWithResolvers<void>[] = []
  const write = (_piece: FlvPiece) => {
    held.push(Promise.withResolvers<void>())
    return held.at(-1)!.promise
  }
  return { held, write }
}

test('reads nothing from the encoder while the sink is busy', async (t) => {
  const { held, write } = createHeldWrites()
  const limits = { maxBytesPerSecond: 100_000_000 }
  const server = await startRtmpTestServer(t, { write, limits })
  const client = await new RtmpTestClient(server.port).publish(testStreamKey)
  client.send(configs, ...keyframes(0, 6))
  await waitUntil(() => held.length === 1)
  // 40 MB is more than the kernel's socket buffers hold.
  client.send(...keyframes(6, 46, 1_000_000))
  await assert.rejects(waitUntil(() => client.socket.writableLength === 0, 0.3))
  assert.equal(held.length, 1)
  const release = setInterval(() => held.forEach(({ resolve }) => resolve()), 1)
  await waitUntil(() => client.socket.writableLength === 0)
  client.send(rtmpCommand('deleteStream', 4, null, 1))
  const { pieces, ended } = await server.firstBroadcast()
  assert.equal(await ended, 'unpublished')
  clearInterval(release)
  assert.equal(pieces.length, 46)
})

test('the sink gets the last frames before the end', async (t) => {
  const { held, write } = createHeldWrites()
  const server = await startRtmpTestServer(t, { write })
  const client = await new RtmpTestClient(server.port).publish(testStreamKey)
  client.send(configs, ...keyframes(0, 6))
  const { pieces, ended } = await server.firstBroadcast()
  await waitUntil(() => held.length === 1)
  client.socket.destroy()
  const release = setInterval(() => held.forEach(({ resolve }) => resolve()), 1)
  assert.equal(await ended, 'connection_closed')
  clearInterval(release)
  assert.equal(pieces.length, 6)
})

test('stop drops what the sink has not taken', async (t) => {
  const { held, write } = createHeldWrites()
  const server = await startRtmpTestServer(t, { write })
  const client = await new RtmpTestClient(server.port).publish(testStreamKey)
  client.send(configs, ...keyframes(0, 6))
  const { attempt, pieces, ended } = await server.firstBroadcast()
  await waitUntil(() => held.length === 1)
  attempt.stop('Stopped.')
  assert.equal(await ended, 'stopped')
  held[0]!.resolve()
  await nextTurn()
  assert.equal(pieces.length, 1)
})

test('stop also works after the encoder has ended the broadcast', async (t) => {
  const { held, write } = createHeldWrites()
  const server = await startRtmpTestServer(t, { write })
  const client = await new RtmpTestClient(server.port).publish(testStreamKey)
  client.send(configs, ...keyframes(0, 6), rtmpCommand('FCUnpublish', 4, null, 'x'))
  const { attempt, pieces, ended } = await server.firstBroadcast()
  await server.endReasons()
  attempt.stop('Stopped.')
  assert.equal(await ended, 'stopped')
  held[0]!.resolve()
  await nextTurn()
  assert.equal(pieces.length, 1)
})

for (const [name, write, reason] of [
  ['fails', () => Promise.reject(new Error('disk full')), 'sink_failed'],
  ['takes too long', () => new Promise<void>(() => {}), 'sink_stalled'],
] as const)
  test(`ends the broadcast if the sink ${name}`, async (t) => {
    const server = await startRtmpTestServer(t, { write, limits: { sinkTimeoutMs: 100 } })
    const client = await new RtmpTestClient(server.port).publish(testStreamKey)
    client.send(configs, ...keyframes(0, 6))
    assert.equal(await (await server.firstBroadcast()).ended, reason)
    await client.closed
    assert.equal((await client.status())['level'], 'error')
    assert.equal(server.errors.length, reason === 'sink_failed' ? 1 : 0)
  })

test('a broadcast that is stopped during the check of its key ends its sink', async (t) => {
  const ended = Promise.withResolvers<DisconnectReason>()
  const server = await startRtmpTestServer(t, {
    async authorize({ stop }) {
      stop('Stopped.')
      return { accepted: true, sink: { write: async () => {}, end: ended.resolve } }
    },
  })
  const client = await new RtmpTestClient(server.port).publish(testStreamKey)
  assert.equal((await client.status())['description'], 'Stopped.')
  assert.equal(await ended.promise, 'stopped')
})

test('refuses the encoder if the key cannot be checked', async (t) => {
  const server = await startRtmpTestServer(t, { authorize: () => Promise.reject(new Error('no database')) })
  const client = await new RtmpTestClient(server.port).publish(testStreamKey)
  assert.match(String((await client.status())['description']), /could not check the stream key/)
  await client.closed
  assert.deepEqual(server.errors, [
    { message: 'RTMP authorization failed', facts: { connection: 1, error: 'no database' } },
  ])
})

test('closing the server ends all broadcasts and tells their encoders', async (t) => {
  const server = await startRtmpTestServer(t)
  const client = await new RtmpTestClient(server.port).publish(testStreamKey)
  const idle = new RtmpTestClient(server.port).connect()
  await idle.commandReceived()
  client.send(configs, ...keyframes(0, 2))
  const { pieces, ended } = await server.firstBroadcast()
  await waitUntil(() => pieces.length === 1)
  await server.server.close()
  assert.equal(await ended, 'server_closing')
  assert.equal(pieces.length, 2)
  assert.match(String((await client.status())['description']), /restarting/)
  await idle.closed
})

test('refuses to play', async (t) => {
  const server = await startRtmpTestServer(t)
  const client = new RtmpTestClient(server.port).connect().send(rtmpCommand('play', 4, null, testStreamKey))
  assert.equal((await client.status())['code'], 'NetStream.Play.Failed')
  await client.closed
  assert.deepEqual(await server.endReasons(), ['play_refused'])
})
