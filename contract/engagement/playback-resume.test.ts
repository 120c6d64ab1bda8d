import assert from 'node:assert/strict'
import test from 'node:test'
import { classifyPlaybackPosition } from './playback-resume.ts'

test('playback can be resumed between 30 seconds and 95% of the video', () => {
  const duration = 600
  const cases = [
    [0, 'early'],
    [29.9, 'early'],
    [30, 'resumable'],
    [569.9, 'resumable'],
    [570, 'finished'],
    [600, 'finished'],
  ] as const
  for (const [seconds, progress] of cases)
    assert.equal(classifyPlaybackPosition(seconds, duration), progress, `${seconds}`)
})

test('a short video is never resumed, because it is almost over after 30 seconds', () => {
  for (const seconds of [1, 10, 20, 28, 30, 31])
    assert.notEqual(classifyPlaybackPosition(seconds, 31), 'resumable', `${seconds}`)
  assert.equal(classifyPlaybackPosition(30, 31), 'finished')
  assert.equal(classifyPlaybackPosition(30, 40), 'resumable')
})

test('the playback position in a video of unknown length is not saved', () => {
  for (const duration of [0, Number.NaN, -1]) assert.equal(classifyPlaybackPosition(60, duration), 'early')
  assert.equal(classifyPlaybackPosition(Number.NaN, 600), 'early')
})
