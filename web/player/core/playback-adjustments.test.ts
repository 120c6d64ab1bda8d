import assert from 'node:assert/strict'
import test from 'node:test'
import { computeLoudnessGain, stepPlaybackRate, clampSeekTime, roundVolume } from './playback-adjustments.ts'

test('rounds a seek position to a tenth of a second and keeps it within the video', () => {
  assert.equal(clampSeekTime(12.3456, 60), 12.3)
  assert.equal(clampSeekTime(-4, 60), 0)
  assert.equal(clampSeekTime(75, 60.04), 60.04)
  assert.equal(clampSeekTime(3, Number.NaN), 3)
})

test('raises the volume from 0 to 1 in ten steps without rounding errors', () => {
  let volume = 0
  for (let press = 0; press < 10; press++) volume = roundVolume(volume + 0.1)
  assert.equal(volume, 1)
  assert.equal(roundVolume(1.1), 1)
})

test('steps through the list of playback rates and stops at both ends', () => {
  assert.equal(stepPlaybackRate(1, 1), 1.25)
  assert.equal(stepPlaybackRate(0.25, -1), 0.25)
  assert.equal(stepPlaybackRate(2, 1), 2)
})

test('turns a loud video down to -14 LUFS and leaves a quiet one unchanged', () => {
  assert.ok(Math.abs(computeLoudnessGain(-8) - 0.501) < 0.001)
  assert.equal(computeLoudnessGain(-23), 1)
  assert.equal(computeLoudnessGain(null), 1)
})
