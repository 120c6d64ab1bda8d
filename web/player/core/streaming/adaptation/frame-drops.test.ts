import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { lowerQualityWhenFramesDrop } from './frame-drops.ts'

const levels = [
  { width: 426, height: 240, maxBitrate: 400_000 },
  { width: 640, height: 360, maxBitrate: 800_000 },
  { width: 854, height: 480, maxBitrate: 1_400_000 },
  { width: 1280, height: 720, maxBitrate: 2_800_000 },
]

/** Plays in the given level on a device that drops half of the frames. Returns hls.js after ten seconds. */
function dropFrames(t: TestContext, currentLevel: number, bandwidthEstimate: number) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  Object.assign(globalThis, { document: { hidden: false } })
  t.after(() => Reflect.deleteProperty(globalThis, 'document'))
  const hls = {
    levels,
    currentLevel,
    bandwidthEstimate,
    autoLevelEnabled: true,
    autoLevelCapping: -1,
    discarded: false,
    set nextLevel(_: number) {
      hls.discarded = true
    },
    once() {},
    trigger: () => true,
  }
  let frames = 0
  const getVideoPlaybackQuality = () => {
    frames += 100
    return { totalVideoFrames: frames, droppedVideoFrames: frames / 2 } as VideoPlaybackQuality
  }
  lowerQualityWhenFramesDrop(hls as never, { paused: false, playbackRate: 1, getVideoPlaybackQuality })
  t.mock.timers.tick(5000)
  t.mock.timers.tick(5000)
  return hls
}

test('a slow device on a fast connection gets a lower quality at once', (t) => {
  const { autoLevelCapping, discarded } = dropFrames(t, 3, 10_000_000)
  assert.deepEqual({ autoLevelCapping, discarded }, { autoLevelCapping: 2, discarded: true })
})

test('on a slow connection, the buffered video is played to its end in the old quality', (t) => {
  const { autoLevelCapping, discarded } = dropFrames(t, 3, 2_000_000)
  assert.deepEqual({ autoLevelCapping, discarded }, { autoLevelCapping: 2, discarded: false })
})

test('a device that drops frames at 360p keeps this quality', (t) => {
  assert.equal(dropFrames(t, 1, 10_000_000).autoLevelCapping, -1)
})
