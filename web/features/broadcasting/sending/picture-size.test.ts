import assert from 'node:assert/strict'
import test from 'node:test'
import { choosePictureSize } from './picture-size.ts'

test('scales large and portrait pictures down to 720p with even numbers', () => {
  assert.deepEqual(choosePictureSize({}), { width: 1280, height: 720 })
  assert.deepEqual(choosePictureSize({ width: 1920, height: 1080 }), { width: 1280, height: 720 })
  assert.deepEqual(choosePictureSize({ width: 1080, height: 1920 }), { width: 720, height: 1280 })
  assert.deepEqual(choosePictureSize({ width: 641, height: 479 }), { width: 642, height: 480 })
  assert.deepEqual(choosePictureSize({ width: 3440, height: 1440 }), { width: 1280, height: 536 })
})
