import assert from 'node:assert/strict'
import test from 'node:test'
import { mediaBodies } from '#tests/support/clients/rtmp-client.ts'
import { FlvPieceBuilder, type FlvPiece } from './flv-piece-builder.ts'

const { videoConfig, audioConfig, keyframe, frame, sound } = mediaBodies

function createBuilder({ pieceMs = 250, maxPieceBytes = 1_000_000 } = {}) {
  const pieces: FlvPiece[] = []
  const builder = new FlvPieceBuilder({ pieceMs, maxPieceBytes }, (piece) => pieces.push(piece))
  return { builder, pieces }
}

function createStartedBuilder(limits = {}) {
  const created = createBuilder(limits)
  created.builder.setConfig('video', videoConfig)
  created.builder.setConfig('audio', audioConfig)
  return created
}

test('the first piece waits for a keyframe and for the sound', () => {
  const { builder, pieces } = createBuilder()
  builder.setConfig('video', videoConfig)
  builder.addFrame('video', 'frame', 0, frame)
  builder.addFrame('video', 'keyframe', 40, keyframe)
  builder.addFrame('video', 'frame', 440, frame)
  assert.equal(pieces.length, 0)
  builder.setConfig('audio', audioConfig)
  builder.addFrame('audio', 'frame', 450, sound)
  assert.equal(pieces.length, 1)
  assert.deepEqual([pieces[0]!.startMs, pieces[0]!.startsWithKeyframe], [40, true])
  // The flags of the FLV header say that both tracks exist.
  assert.equal(pieces[0]!.bytes[4], 5)
})

test('the first piece does not wait for sound that the metadata does not announce', () => {
  const { builder, pieces } = createBuilder()
  builder.setMetadata({ videocodecid: 7 })
  builder.setConfig('video', videoConfig)
  builder.addFrame('video', 'keyframe', 0, keyframe)
  builder.addFrame('video', 'frame', 260, frame)
  assert.equal(pieces.length, 1)
  assert.equal(pieces[0]!.bytes[4], 1)
})

test('starts a piece at each keyframe', () => {
  const { builder, pieces } = createStartedBuilder()
  builder.addFrame('video', 'keyframe', 0, keyframe)
  builder.addFrame('video', 'frame', 250, frame)
  builder.addFrame('video', 'keyframe', 300, keyframe)
  builder.finish()
  assert.deepEqual(
    pieces.map(({ startMs, startsWithKeyframe }) => [startMs, startsWithKeyframe]),
    [
      [0, true],
      [250, false],
      [300, true],
    ],
  )
})

test('does not make a piece for each frame if all frames are keyframes', () => {
  const { builder, pieces } = createStartedBuilder()
  for (let n = 0; n < 30; n += 1) builder.addFrame('video', 'keyframe', n * 33, keyframe)
  builder.finish()
  assert.equal(pieces.length, 4)
})

test('ends a piece early if it is large or has many frames', () => {
  const large = createStartedBuilder({ maxPieceBytes: 1000 })
  large.builder.addFrame('video', 'keyframe', 0, Buffer.alloc(1500))
  large.builder.addFrame('video', 'frame', 1, frame)
  assert.equal(large.pieces.length, 1)
  const stalled = createStartedBuilder()
  stalled.builder.addFrame('video', 'keyframe', 0, keyframe)
  for (let n = 0; n < 1000; n += 1) stalled.builder.addFrame('audio', 'frame', 0, sound)
  assert.equal(stalled.pieces.length, 2)
})

test('accepts a repeated configuration, but no other one', () => {
  const { builder } = createStartedBuilder()
  builder.setConfig('video', Buffer.from(videoConfig))
  const other = Buffer.concat([videoConfig, Buffer.of(1)])
  assert.throws(() => builder.setConfig('video', other), { reason: 'format_changed' })
})

test('emits nothing for a stream that ends before its first keyframe', () => {
  const { builder, pieces } = createStartedBuilder()
  builder.addFrame('audio', 'frame', 0, sound)
  builder.addFrame('video', 'frame', 0, frame)
  builder.finish()
  assert.deepEqual(pieces, [])
})
