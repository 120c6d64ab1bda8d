import assert from 'node:assert/strict'
import test from 'node:test'
import { findHighestLevelUpToHeight, buildQualityMenu, getShorterVideoSide } from './quality.ts'

test('the quality menu lists Auto with the current height, each available height once, and the data saver', () => {
  const labels = buildQualityMenu([240, 480, 720, 720], 720, 'auto').map((entry) => entry.label)
  assert.deepEqual(labels, ['Auto (720p)', '720p', '480p', '240p', 'Data saver'])
  assert.equal(buildQualityMenu([240, 480], 480, 480)[0]!.label, 'Auto')
})

test('offers no quality menu if the browser chooses the rendition itself', () => {
  assert.deepEqual(buildQualityMenu([], null, 'auto'), [])
})

test('limits the data saver to 480p, or to the lowest rendition if all are above 480p', () => {
  assert.equal(findHighestLevelUpToHeight([240, 360, 480, 720], 480), 2)
  assert.equal(findHighestLevelUpToHeight([240, 360, 432, 1080], 480), 2)
  assert.equal(findHighestLevelUpToHeight([720, 1080], 480), 0)
})

test('names the quality of a portrait video by its short side', () => {
  assert.equal(getShorterVideoSide({ width: 1080, height: 1920 }), 1080)
  assert.equal(getShorterVideoSide({ width: 0, height: 720 }), 720)
})

test('falls back to the best lower rendition if the selected height is no longer available', () => {
  assert.equal(findHighestLevelUpToHeight([240, 480, 720], 1080), 2)
  assert.equal(findHighestLevelUpToHeight([240, 480, 720], 480), 1)
})
