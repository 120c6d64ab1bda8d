import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import {
  clientHandshake,
  mediaBodies,
  rtmpAudio,
  rtmpCommand,
  rtmpMessage,
  RtmpTestClient,
  rtmpVideo,
} from '#tests/support/clients/rtmp-client.ts'
import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'
import { startRtmpTestServer, testStreamKey } from '#tests/support/servers/rtmp-test-server.ts'
import type { DisconnectReason } from './disconnect-reasons.ts'
import { messageTypes } from './protocol/message-types.ts'
import type { RtmpLimits } from './rtmp-limits.ts'

const limitMiB = 1024 * 1024

/** Inputs before `publish`, each of which ends the connection. */
const beforePublish: { name: string; bytes: Buffer; reason: DisconnectReason }[] = [
  { name: 'an HTTP request', bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n'), reason: 'unsupported_handshake' },
  { name: 'RTMPE', bytes: Buffer.of(6), reason: 'unsupported_handshake' },
  {
    name: 'zeros after the handshake',
    bytes: Buffer.concat([clientHandshake, Buffer.alloc(100_000)]),
    reason: 'too_many_messages',
  },
  {
    name: 'a continued message that never started',
    bytes: Buffer.concat([clientHandshake, Buffer.of(0xc3)]),
    reason: 'malformed_chunk',
  },
  {
    name: 'a command before connect',
    bytes: Buffer.concat([clientHandshake, rtmpCommand('createStream', 1, null)]),
    reason: 'unexpected_command',
  },
  {
    name: 'a command of 16 MiB',
    bytes: Buffer.concat([
      clientHandshake,
      rtmpMessage(messageTypes.commandAmf0, Buffer.alloc(1), { length: 0xff_ff_ff }),
    ]),
    reason: 'message_too_large',
  },
  {
    name: 'a large video message',
    bytes: Buffer.concat([
      clientHandshake,
      rtmpMessage(messageTypes.video, Buffer.alloc(1), { length: 100_000 }),
    ]),
    reason: 'message_too_large',
  },
  {
    name: 'deeply nested AMF0',
    bytes: Buffer.concat([
      clientHandshake,
      rtmpMessage(messageTypes.commandAmf0, Buffer.from('0a00000001'.repeat(1000), 'hex')),
    ]),
    reason: 'malformed_message',
  },
  {
    name: 'an AMF0 string that is longer than the message',
    bytes: Buffer.concat([clientHandshake, rtmpMessage(messageTypes.commandAmf0, Buffer.of(2, 255, 255))]),
    reason: 'malformed_message',
  },
  {
    name: 'a chunk size of one byte',
    bytes: Buffer.concat([clientHandshake, rtmpMessage(messageTypes.setChunkSize, Buffer.of(0, 0, 0, 1))]),
    reason: 'malformed_message',
  },
  {
    name: 'incomplete messages on many chunk streams',
    bytes: Buffer.concat([
      clientHandshake,
      ...Array.from({ length: 40 }, (_, n) =>
        rtmpMessage(messageTypes.dataAmf0, Buffer.alloc(128), { chunkStream: 3 + n, length: 16_000 }),
      ),
    ]),
    reason: 'message_too_large',
  },
  {
    name: 'messages on many chunk streams',
    bytes: Buffer.concat([
      clientHandshake,
      ...Array.from({ length: 40 }, (_, n) =>
        rtmpMessage(messageTypes.acknowledgement, Buffer.alloc(4), { chunkStream: 3 + n }),
      ),
    ]),
    reason: 'too_many_chunk_streams',
  },
]

for (const { name, bytes, reason } of beforePublish)
  test(`cuts a connection that sends ${name}`, async (t) => {
    const server = await startRtmpTestServer(t, { limits: { maxMessagesPerSecond: 100 } })
    const client = new RtmpTestClient(server.port).send(bytes)
    await client.closed
    assert.deepEqual(await server.endReasons(), [reason])
    assert.deepEqual(server.errors, [])
  })

/** Inputs after `publish`, each of which ends the connection. */
const whilePublishing: {
  name: string
  send: (client: RtmpTestClient) => void
  reason: DisconnectReason
  limits?: Partial<RtmpLimits>
}[] = [
  {
    name: '100,000 tiny messages',
    send: (client) => {
      const sound = Array.from({ length: 100_000 }, () => rtmpAudio(mediaBodies.sound))
      client.send(rtmpVideo(mediaBodies.keyframe), ...sound)
    },
    reason: 'too_many_messages',
  },
  {
    name: '100 times the allowed bitrate',
    send: (client) => {
      const picture = Buffer.concat([mediaBodies.frame, Buffer.alloc(limitMiB)])
      for (let n = 0; n < 10; n += 1) client.send(rtmpVideo(picture, n))
    },
    reason: 'bitrate_too_high',
    limits: { maxBytesPerSecond: 100_000, burstSeconds: 10 },
  },
  {
    name: 'a huge message length',
    send: (client) => client.send(rtmpMessage(messageTypes.video, Buffer.alloc(9), { length: 0xff_ff_ff })),
    reason: 'message_too_large',
  },
  {
    name: 'timestamps that go backwards',
    send: (client) => client.send(rtmpVideo(mediaBodies.frame, 5000), rtmpVideo(mediaBodies.frame, 1000)),
    reason: 'timestamps_reversed',
  },
  {
    name: 'timestamps far ahead of the clock',
    send: (client) => client.send(rtmpVideo(mediaBodies.frame, 50), rtmpVideo(mediaBodies.frame, 3_600_000)),
    reason: 'timestamps_ahead',
  },
  {
    name: 'HEVC as Enhanced RTMP',
    send: (client) =>
      client.send(rtmpVideo(Buffer.concat([Buffer.of(0x90), Buffer.from('hvc1'), Buffer.alloc(20)]))),
    reason: 'unsupported_video',
  },
  {
    name: 'another picture size in the middle',
    send: (client) => {
      const other = Buffer.concat([mediaBodies.videoConfig, Buffer.of(0)])
      client.send(rtmpVideo(mediaBodies.keyframe), rtmpVideo(other, 40))
    },
    reason: 'format_changed',
  },
  {
    name: 'a second publish',
    send: (client) => client.send(rtmpCommand('publish', 4, null, 'other', 'live')),
    reason: 'unexpected_command',
  },
  {
    name: 'only sound',
    send: (client) => client.send(...Array.from({ length: 600 }, (_, n) => rtmpAudio(mediaBodies.sound, n))),
    reason: 'no_video',
  },
]

for (const { name, send, reason, limits = {} } of whilePublishing)
  test(`cuts a broadcast that sends ${name}`, async (t) => {
    const { server, client, broadcast } = await startBroadcast(t, limits)
    send(client)
    assert.equal(await broadcast.ended, reason)
    await client.closed
    assert.deepEqual(await server.endReasons(), [reason])
    assert.deepEqual(server.errors, [])
  })

test('says in plain words why a broadcast with HEVC ends', async (t) => {
  const { client } = await startBroadcast(t)
  client.send(rtmpVideo(Buffer.concat([Buffer.of(0x90), Buffer.from('hvc1'), Buffer.alloc(20)])))
  await client.closed
  assert.deepEqual(await client.status(), {
    level: 'error',
    code: 'NetStream.Publish.Denied',
    description: 'This server accepts only H.264 video. Choose H.264 (AVC) as the video encoder.',
  })
})

test('cuts a connection that reads no answers', async (t) => {
  const limits = { maxMessagesPerSecond: 1_000_000, maxBytesPerSecond: 100_000_000 }
  const { client, broadcast } = await startBroadcast(t, limits)
  client.socket.pause()
  const ping = rtmpMessage(messageTypes.userControl, Buffer.of(0, 6, 0, 0, 0, 0))
  const pings = Buffer.concat(Array.from({ length: 100_000 }, () => ping))
  for (let n = 0; n < 10; n += 1) client.send(pings)
  assert.equal(await broadcast.ended, 'answers_not_read')
})

test('cuts connections that do not publish in time', async (t) => {
  const server = await startRtmpTestServer(t, { limits: { publishTimeoutMs: 150 } })
  const slow = new RtmpTestClient(server.port)
  const timer = setInterval(() => slow.send(Buffer.of(3)), 20)
  await slow.closed
  clearInterval(timer)
  const silent = new RtmpTestClient(server.port).connect()
  await silent.closed
  assert.deepEqual(await server.endReasons(2), ['handshake_timeout', 'publish_timeout'])
})

test('ends a broadcast without frames, even if the encoder still sends bytes', async (t) => {
  const { client, broadcast } = await startBroadcast(t, { idleTimeoutMs: 150 })
  const acknowledgement = rtmpMessage(messageTypes.acknowledgement, Buffer.alloc(4))
  const timer = setInterval(() => client.send(acknowledgement), 20)
  assert.equal(await broadcast.ended, 'idle')
  clearInterval(timer)
})

test('refuses connections above the limits, in all and from one network', async (t) => {
  const limits = { maxConnections: 3, maxConnectionsPerNetwork: 2 }
  const server = await startRtmpTestServer(t, { limits, host: '::' })
  const openConnection = async (host: string) => {
    const client = new RtmpTestClient(server.port, host).connect()
    await Promise.race([client.closed, client.commandReceived()])
    return client
  }
  const first = await openConnection('127.0.0.1')
  await openConnection('127.0.0.1')
  await (
    await openConnection('127.0.0.1')
  ).closed
  await openConnection('::1')
  await (
    await openConnection('::1')
  ).closed
  first.socket.destroy()
  await server.endReasons(3)
  const again = await openConnection('127.0.0.1')
  assert.equal(again.commands.length, 1)
  assert.deepEqual(await server.endReasons(3), [
    'too_many_connections_from_network',
    'too_many_connections',
    'connection_closed',
  ])
})

test('random changes of a valid broadcast never make the server fail', async (t) => {
  const random = createSeededRandom(78)
  const server = await startRtmpTestServer(t, { limits: { publishTimeoutMs: 500, idleTimeoutMs: 500 } })
  const valid = Buffer.concat([
    rtmpCommand('connect', 1, { app: 'live' }),
    rtmpCommand('publish', 3, null, testStreamKey, 'live'),
    rtmpVideo(mediaBodies.videoConfig),
    rtmpAudio(mediaBodies.audioConfig),
    rtmpVideo(mediaBodies.keyframe),
    rtmpVideo(mediaBodies.frame, 0xff_ff_ff + 40),
  ])
  for (let round = 0; round < 40; round += 1) {
    const clients = Array.from({ length: 8 }, () => {
      const changed = Buffer.from(valid)
      for (let n = 0; n < 3; n += 1)
        changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256)
      const client = new RtmpTestClient(server.port).send(clientHandshake, changed)
      client.socket.end()
      return client.closed
    })
    await Promise.all(clients)
  }
  assert.deepEqual(server.errors, [])
  await server.endReasons(320)
})

async function startBroadcast(t: TestContext, limits: Partial<RtmpLimits> = {}) {
  const server = await startRtmpTestServer(t, { limits })
  const client = await new RtmpTestClient(server.port).publish(testStreamKey)
  client.send(rtmpVideo(mediaBodies.videoConfig), rtmpAudio(mediaBodies.audioConfig))
  return { server, client, broadcast: await server.firstBroadcast() }
}
