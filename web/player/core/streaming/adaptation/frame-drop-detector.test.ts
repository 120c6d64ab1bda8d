import assert from 'node:assert/strict'
import test from 'node:test'
import { createFrameDropDetector } from './frame-drop-detector.ts'

const counts = (totalVideoFrames: number, droppedVideoFrames: number) => ({
  totalVideoFrames,
  droppedVideoFrames,
})

test('detects that more than a fifth of the frames since the last check were dropped', () => {
  const hasDroppedTooMany = createFrameDropDetector()
  assert.equal(hasDroppedTooMany(counts(100, 90), true), false, 'the first check has nothing to compare with')
  assert.equal(hasDroppedTooMany(counts(250, 120), true), false)
  assert.equal(hasDroppedTooMany(counts(400, 151), true), true)
  assert.equal(hasDroppedTooMany(counts(550, 151), true), false)
})

test('frames that are dropped while the page is hidden do not count', () => {
  const hasDroppedTooMany = createFrameDropDetector()
  hasDroppedTooMany(counts(100, 0), true)
  assert.equal(hasDroppedTooMany(counts(250, 150), false), false)
  assert.equal(hasDroppedTooMany(counts(400, 250), true), false, 'the page has just become visible')
  assert.equal(hasDroppedTooMany(counts(550, 300), true), true)
})

test('a new source starts counting from 0', () => {
  const hasDroppedTooMany = createFrameDropDetector()
  hasDroppedTooMany(counts(1000, 0), true)
  assert.equal(hasDroppedTooMany(counts(50, 40), true), false)
})
