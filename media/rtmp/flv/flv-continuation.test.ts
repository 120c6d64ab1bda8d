import assert from 'node:assert/strict'
import test from 'node:test'
import { mediaBodies } from '#tests/support/clients/rtmp-client.ts'
import { continueFlv } from './flv-continuation.ts'
import { FlvPieceBuilder, type FlvPiece } from './flv-piece-builder.ts'
import { readFlvTags } from './flv-tags.ts'

const { videoConfig, audioConfig, keyframe, frame, sound } = mediaBodies

/**
 * Creates the pieces of a connection with a video frame every 50 ms and an audio frame 20 ms after each video
 * frame.
 */
function createPieces({ pictures, config = videoConfig }: { pictures: number; config?: Buffer }): FlvPiece[] {
  const pieces: FlvPiece[] = []
  const builder = new FlvPieceBuilder({ pieceMs: 250, maxPieceBytes: 1_000_000 }, (piece) =>
    pieces.push(piece),
  )
  builder.setConfig('video', config)
  builder.setConfig('audio', audioConfig)
  for (let n = 0; n < pictures; n += 1) {
    builder.addFrame('video', n === 0 ? 'keyframe' : 'frame', 50 * n, n === 0 ? keyframe : frame)
    builder.addFrame('audio', 'frame', 50 * n + 20, sound)
  }
  builder.finish()
  return pieces
}

test('the pieces of the next connection continue the file after the last frame, without a new header', () => {
  const before = createPieces({ pictures: 20 })
  const after = createPieces({ pictures: 20 })
  const toBytes = continueFlv(
    before[0]!.bytes,
    before.slice(-2).map(({ bytes }) => bytes),
  )
  const continued = after.map((piece) => toBytes(piece)!)
  const tags = [...readFlvTags(Buffer.concat([...before.map(({ bytes }) => bytes), ...continued]))]
  const times = tags.filter(({ type, body }) => type !== 18 && body[1] !== 0).map(({ timeMs }) => timeMs)
  assert.equal(times.length, 80)
  // The last audio frame of the first connection is at 970 ms.
  assert.deepEqual(times.slice(38, 44), [950, 970, 1070, 1090, 1120, 1140])
  const headers = tags.filter(({ type, body }) => type === 18 || body[1] === 0)
  assert.equal(headers.length, 3)
  // The original pieces are not modified.
  assert.deepEqual(after[0]!.bytes, createPieces({ pictures: 20 })[0]!.bytes)
})

test('timestamps above 24 bits are continued', () => {
  const [piece] = createPieces({ pictures: 4 })
  const late = Buffer.from(piece!.bytes.subarray(piece!.headerLength))
  late[7] = 1
  const [tag] = readFlvTags(continueFlv(piece!.bytes, [late])(piece!)!)
  assert.equal(tag!.timeMs, 2 ** 24 + 100)
})

test('a connection with another decoder configuration does not continue the file', () => {
  const [first] = createPieces({ pictures: 4 })
  const config = Buffer.concat([videoConfig, Buffer.of(1)])
  const [other] = createPieces({ pictures: 4, config })
  assert.equal(continueFlv(first!.bytes, [first!.bytes])(other!), null)
  assert.ok(continueFlv(first!.bytes, [first!.bytes])(first!))
})
