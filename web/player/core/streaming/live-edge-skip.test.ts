import assert from 'node:assert/strict'
import test from 'node:test'
import { skipToLiveEdgeAtStart } from './live-edge-skip.ts'

/** Starts playback at second 60, and returns the position afterwards. */
function playFrom60({ live = true, target = 61 as number | null, bufferedEnd = 62 as number | null } = {}) {
  const video = Object.assign(new EventTarget(), {
    currentTime: 60,
    buffered: { length: bufferedEnd === null ? 0 : 1, start: () => 60, end: () => bufferedEnd! },
  })
  const hls = { latestLevelDetails: { live } as never, liveSyncPosition: target }
  skipToLiveEdgeAtStart(hls, video)
  video.dispatchEvent(new Event('playing'))
  return { video, hls }
}

test('a broadcast that starts behind the live edge skips to it', () => {
  assert.equal(playFrom60().video.currentTime, 61)
})

test('a broadcast skips only once, so viewers can pause and seek back', () => {
  const { video, hls } = playFrom60()
  video.currentTime = 20
  hls.liveSyncPosition = 90
  video.buffered.end = () => 95
  video.dispatchEvent(new Event('playing'))
  assert.equal(video.currentTime, 20)
})

test('playback does not skip if too little is buffered after the live edge', () => {
  assert.equal(playFrom60({ bufferedEnd: 61.4 }).video.currentTime, 60)
  assert.equal(playFrom60({ bufferedEnd: null }).video.currentTime, 60)
})

test('playback does not skip for a fraction of a second, and never backward', () => {
  assert.equal(playFrom60({ target: 60.1 }).video.currentTime, 60)
  assert.equal(playFrom60({ target: 58 }).video.currentTime, 60)
})

test('a recording, and a broadcast whose live edge is not known, do not skip', () => {
  assert.equal(playFrom60({ live: false }).video.currentTime, 60)
  assert.equal(playFrom60({ target: null }).video.currentTime, 60)
})
