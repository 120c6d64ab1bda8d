import assert from 'node:assert/strict'
import test from 'node:test'
import { getPieceFrames } from '../pieces/plan-pieces.ts'
import { planIdlePieces } from './plan-idle-pieces.ts'

const rates = [24, 25, 30, 60, 24_000 / 1001, 30_000 / 1001, 60_000 / 1001, 29.5, 23.3]

/** Returns the number of frames of each segment of a piece. */
function countSegmentFrames(fps: number, firstSegment: number, segments: number): number[] {
  return Array.from(
    { length: segments },
    (_, i) => getPieceFrames({ fps, duration: 3600 }, { firstSegment: firstSegment + i, segments: 1 }).frames,
  )
}

test('all segments of an AV1 piece except the last have the same number of frames, at any frame rate', () => {
  for (const fps of rates)
    for (const { firstSegment, segments } of planIdlePieces({ fps, duration: 3600 }, 'av1')) {
      if (segments === null) continue
      const frames = countSegmentFrames(fps, firstSegment, segments)
      assert.ok(segments <= 15)
      assert.equal(new Set(frames.slice(0, -1)).size <= 1, true, `${fps} fps: ${frames}`)
      assert.ok(frames.at(-1)! <= frames[0]!, `${fps} fps: ${frames}`)
    }
})

test('the pieces cover the video without gaps, and the last piece is at least 8 s long', () => {
  for (const fps of rates)
    for (const duration of [0.5, 3, 9, 60, 61.3, 600, 3599]) {
      const pieces = planIdlePieces({ fps, duration }, 'av1')
      let next = 0
      for (const { firstSegment, segments } of pieces) {
        assert.equal(firstSegment, next)
        next = segments === null ? Infinity : next + segments
      }
      assert.equal(next, Infinity)
      assert.ok(pieces.length === 1 || duration - pieces.at(-1)!.firstSegment * 4 >= 8)
    }
})

test('at a whole number of frames per second, AV1 pieces are a minute long', () => {
  const pieces = planIdlePieces({ fps: 30, duration: 150 }, 'av1')
  assert.deepEqual(pieces, [
    { firstSegment: 0, segments: 15 },
    { firstSegment: 15, segments: 15 },
    { firstSegment: 30, segments: null },
  ])
})
