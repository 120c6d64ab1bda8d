import assert from 'node:assert/strict'
import test from 'node:test'
import { findLevelAtMost, buildQualityMenu, getShortSide } from './quality.ts'

test('the menu offers auto with its current height, each height once, and the data saver', () => {
  const labels = buildQualityMenu([240, 480, 720, 720], 720, 'auto').map((entry) => entry.label)
  assert.deepEqual(labels, ['Auto (720p)', '720p', '480p', '240p', 'Data saver'])
  assert.equal(buildQualityMenu([240, 480], 480, 480)[0]!.label, 'Auto')
})

test('there is no menu if the browser chooses by itself', () => {
  assert.deepEqual(buildQualityMenu([], null, 'auto'), [])
})

test('the data saver stays at 480p or below, or at the lowest rendition', () => {
  assert.equal(findLevelAtMost([240, 360, 480, 720], 480), 2)
  assert.equal(findLevelAtMost([240, 360, 432, 1080], 480), 2)
  assert.equal(findLevelAtMost([720, 1080], 480), 0)
})

test('a portrait video is named by its short side', () => {
  assert.equal(getShortSide({ width: 1080, height: 1920 }), 1080)
  assert.equal(getShortSide({ width: 0, height: 720 }), 720)
})

test('a height that no longer exists falls back to the best one below', () => {
  assert.equal(findLevelAtMost([240, 480, 720], 1080), 2)
  assert.equal(findLevelAtMost([240, 480, 720], 480), 1)
})
