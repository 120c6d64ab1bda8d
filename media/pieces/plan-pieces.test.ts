import assert from 'node:assert/strict'
import test from 'node:test'
import { getPieceFrames, planPieces } from './plan-pieces.ts'

const rates = [24_000 / 1001, 24, 25, 28.573, 30_000 / 1001, 30, 40.25, 50, 60_000 / 1001, 60, 120]

test('covers every frame exactly once at every frame rate', () => {
  for (const fps of rates) {
    const source = { fps, duration: 7200 }
    const frames = planPieces(source).map((piece) => getPieceFrames(source, piece))
    let next = 0
    for (const piece of frames) {
      assert.equal(piece.first, next, `${fps} fps`)
      next += piece.frames
    }
    assert.equal(next, Math.ceil(7202 * Math.min(60, fps)))
  }
})

test('begins each segment with the first frame that is at least a multiple of four seconds', () => {
  const ntsc = { fps: 30_000 / 1001, duration: 600 }
  const [first, second] = planPieces(ntsc).map((piece) => getPieceFrames(ntsc, piece))
  assert.deepEqual(first!.keyframes.slice(0, 3), [0, 120, 240])
  assert.equal(second!.first, Math.ceil((60 * 30_000) / 1001))
  assert.equal(second!.keyframes[0], 0)
})

test('begins segments only at frames that exist at half the frame rate', () => {
  const source = { fps: 40.25, duration: 600 }
  for (const piece of planPieces(source)) {
    const { first, keyframes } = getPieceFrames(source, piece)
    assert.ok(first % 2 === 0 && keyframes.every((frame) => frame % 2 === 0))
  }
})

test('makes the last piece at least half a minute long', () => {
  for (let duration = 601; duration < 720; duration += 1) {
    const source = { fps: 25, duration }
    const { first } = getPieceFrames(source, planPieces(source).at(-1)!)
    const seconds = duration - first / 25
    assert.ok(seconds >= 30 && seconds <= 90, `${seconds} s`)
  }
})
