import assert from 'node:assert/strict'
import test from 'node:test'
import { levelAtMost, qualityMenu, shortSide } from './quality.ts'

test('the menu offers auto with what it shows now, each height once, and the data saver', () => {
  const labels = qualityMenu([240, 480, 720, 720], 720, 'auto').map((entry) => entry.label)
  assert.deepEqual(labels, ['Auto (720p)', '720p', '480p', '240p', 'Data saver'])
  assert.equal(qualityMenu([240, 480], 480, 480)[0]!.label, 'Auto')
})

test('where the browser chooses by itself there is no menu', () => {
  assert.deepEqual(qualityMenu([], null, 'auto'), [])
})

test('the data saver stays at 480p or below, or at the lowest there is', () => {
  assert.equal(levelAtMost([240, 360, 480, 720], 480), 2)
  assert.equal(levelAtMost([240, 360, 432, 1080], 480), 2)
  assert.equal(levelAtMost([720, 1080], 480), 0)
})

test('an upright picture is called by its short side', () => {
  assert.equal(shortSide({ width: 1080, height: 1920 }), 1080)
  assert.equal(shortSide({ width: 0, height: 720 }), 720)
})

test('a height that is no longer there falls to the best below it', () => {
  assert.equal(levelAtMost([240, 480, 720], 1080), 2)
  assert.equal(levelAtMost([240, 480, 720], 480), 1)
})
