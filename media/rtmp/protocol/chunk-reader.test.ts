import assert from 'node:assert/strict'
import test from 'node:test'
import { rtmpMessage } from '#tests/support/clients/rtmp-client.ts'
import { ChunkReader } from './chunk-reader.ts'
import { messageTypes } from './message-types.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** Reads the input twice, all at once and byte by byte, and checks that both give the same messages. */
function readMessages(...parts: Buffer[]): { type: number; timestamp: number; body: string }[] {
  const bytes = Buffer.concat(parts)
  const [atOnce, byteByByte] = [[bytes], Array.from(bytes, (byte) => Buffer.of(byte))].map((pushes) => {
    const messages: { type: number; timestamp: number; body: string }[] = []
    const reader = new ChunkReader(({ type, timestamp, body }) =>
      messages.push({ type, timestamp, body: body.toString('hex') }),
    )
    for (const push of pushes) reader.push(push)
    return messages
  })
  assert.deepEqual(byteByByte, atOnce)
  return atOnce!
}

test('reads all four types of chunk headers', () => {
  const messages = readMessages(
    hex('04 0003e8 000002 08 01000000 aa01'),
    hex('44 000014 000003 08 aa0203'),
    hex('84 000015 aa0304'),
    hex('c4 aa0405'),
  )
  assert.deepEqual(
    messages.map(({ timestamp, body }) => [timestamp, body]),
    [
      [1000, 'aa01'],
      [1020, 'aa0203'],
      [1041, 'aa0304'],
      // The type 3 header repeats the timestamp delta of 21 ms.
      [1062, 'aa0405'],
    ],
  )
})

test('reads chunk stream ids of one, two and three bytes', () => {
  const messages = readMessages(
    hex('3f 000001 000001 08 01000000 01'),
    hex('00 ff 000002 000001 08 01000000 02'),
    hex('01 ffff 000003 000001 08 01000000 03'),
    hex('c0 ff 04'),
  )
  assert.deepEqual(
    messages.map(({ timestamp, body }) => [timestamp, body]),
    [
      [1, '01'],
      [2, '02'],
      [3, '03'],
      [4, '04'],
    ],
  )
})

test('reads extended timestamps, also in the headers that continue a message', () => {
  const timestamp = 0x01_00_00_28
  const body = Buffer.alloc(300, 7)
  assert.deepEqual(readMessages(rtmpMessage(messageTypes.video, body, { timestamp })), [
    { type: messageTypes.video, timestamp, body: body.toString('hex') },
  ])
})

test('wraps timestamps around at 32 bits', () => {
  const [, second] = readMessages(
    hex('04 ffffff 000001 08 01000000 fffffff0 01'),
    hex('44 000020 000001 08 02'),
  )
  assert.equal(second!.timestamp, 0x10)
})

test('joins interleaved messages of two chunk streams', () => {
  const [first, second] = [Buffer.alloc(200, 1), Buffer.alloc(200, 2)].map((body, n) =>
    rtmpMessage(messageTypes.audio, body, { chunkStream: 4 + n }),
  )
  const messages = readMessages(
    first!.subarray(0, 140),
    second!.subarray(0, 140),
    first!.subarray(140),
    second!.subarray(140),
  )
  assert.deepEqual(
    messages.map(({ body }) => [body.length, body.slice(0, 2)]),
    [
      [400, '01'],
      [400, '02'],
    ],
  )
})

test('uses the chunk size that the encoder sets', () => {
  const body = Buffer.alloc(4096, 9)
  const messages = readMessages(
    rtmpMessage(messageTypes.setChunkSize, hex('00001000')),
    hex('04 000000 001000 08 01000000'),
    body,
  )
  assert.deepEqual(messages, [{ type: messageTypes.audio, timestamp: 0, body: body.toString('hex') }])
})

test('drops the message that the encoder aborts', () => {
  const aborted = rtmpMessage(messageTypes.audio, Buffer.alloc(128, 1), { chunkStream: 4, length: 200 })
  const messages = readMessages(
    aborted,
    rtmpMessage(messageTypes.abort, hex('00000004'), { chunkStream: 2 }),
    rtmpMessage(messageTypes.audio, hex('aa'), { chunkStream: 4 }),
  )
  assert.deepEqual(
    messages.map(({ body }) => body),
    ['aa'],
  )
})

test('reads messages without a body', () => {
  assert.equal(readMessages(hex('04 000000 000000 08 01000000'), hex('c4 c4')).length, 3)
})

test('reads a chunk stream that starts with type 1, as librtmp sends it', () => {
  assert.deepEqual(readMessages(hex('42 000005 000004 03 00000000')), [
    { type: messageTypes.acknowledgement, timestamp: 5, body: '00000000' },
  ])
})

test('a new message may not start inside an incomplete one', () => {
  const start = rtmpMessage(messageTypes.audio, Buffer.alloc(128), { length: 200 })
  assert.throws(() => readMessages(start, start), { reason: 'malformed_chunk' })
})
