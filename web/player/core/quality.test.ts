import assert from 'node:assert/strict'
import test from 'node:test'
import { findLevelAtMost, buildQualityMenu, getShortSide } from './quality.ts'

test('the menu offers auto with what it shows now, each height once, and the data saver', () => {
  const labels = buildQualityMenu([240, 480, 720, 720], 720, 'auto').map((entry) => entry.label)
  assert.deepEqual(labels, ['Auto (720p)', '720p', '480p', '240p', 'Data saver'])
  assert.equal(buildQualityMenu([240, 480], 480, 480)[0]!.label, 'Auto')
})

test('where the browser chooses by itself there is no menu', () => {
  assert.deepEqual(buildQualityMenu([], null, 'auto'), [])
})

test('the data saver stays at 480p or below, or at the lowest there is', () => {
  assert.equal(findLevelAtMost([240, 360, 480, 720], 480), 2)
  assert.equal(findLevelAtMost([240, 360, 432, 1080], 480), 2)
  assert.equal(findLevelAtMost([720, 1080], 480), 0)
})

test('an upright picture is called by its short side', () => {
  assert.equal(getShortSide({ width: 1080, height: 1920 }), 1080)
  assert.equal(getShortSide({ width: 0, height: 720 }), 720)
})

test('a height that is no longer there falls to the best below it', () => {
  assert.equal(findLevelAtMost([240, 480, 720], 1080), 2)
  assert.equal(findLevelAtMost([240, 480, 720], 480), 1)
})
