import assert from 'node:assert/strict'
import test from 'node:test'
import { PlaybackReport } from '#contract/playback-quality.ts'
import { createInitialPlayerState, type PlayerState } from '../core/player-state.ts'
import { createPlaybackRecorder, type RecordedVideo } from './playback-recorder.ts'

/** A video element whose events and clock the test controls. Times are in milliseconds. */
function createViewing(initial: Partial<PlayerState> = {}) {
  let now = 1000
  let state: PlayerState = { ...createInitialPlayerState(60, now), waiting: true, ...initial }
  const video = Object.assign(new EventTarget(), {
    currentTime: 0,
    paused: false,
    seeking: false,
    readyState: 4,
    videoWidth: 854,
    videoHeight: 480,
    played: { length: 1, start: () => 0, end: () => 3 },
    frames: [0, 0],
    getVideoPlaybackQuality: () => ({
      totalVideoFrames: video.frames[0]!,
      droppedVideoFrames: video.frames[1]!,
    }),
  })
  const recorder = createPlaybackRecorder(
    video as unknown as RecordedVideo,
    () => state,
    () => now,
  )
  return {
    video,
    set: (patch: Partial<PlayerState>) => (state = { ...state, ...patch }),
    /** Lets time pass, and then dispatches the event. */
    after(ms: number, event: string) {
      now += ms
      if (event === 'playing')
        state = { ...state, started: true, waiting: false, startedAt: state.startedAt ?? now }
      video.dispatchEvent(new Event(event))
    },
    finish(ms = 0, error: PlaybackReport['error'] = null, isStartupValid = true) {
      now += ms
      const report = recorder.finish(error, isStartupValid)
      return report && PlaybackReport.parse(report)
    },
  }
}

test('measures the startup time, the time played in each quality, and downshifts', () => {
  const { after, finish, video } = createViewing()
  after(1230, 'playing')
  after(10_000, 'timeupdate')
  Object.assign(video, { videoWidth: 426, videoHeight: 240, frames: [300, 6] })
  after(0, 'resize')
  const report = finish(5000)
  assert.deepEqual(report, {
    startup: 1.23,
    exited: false,
    error: null,
    stalled: 0,
    seeks: [],
    downshifts: 1,
    frames: 300,
    dropped: 6,
    played: { '240': 5, '480': 10 },
  })
})

test('a change that the viewer has chosen is not a downshift', () => {
  const { after, finish, video, set } = createViewing()
  after(0, 'playing')
  set({ quality: 240 })
  Object.assign(video, { videoWidth: 426, videoHeight: 240 })
  after(1000, 'resize')
  assert.equal(finish()!.downshifts, 0)
})

test('waiting for data is a stall, but pauses are not', () => {
  const { after, finish, video } = createViewing()
  after(500, 'playing')
  after(4000, 'waiting')
  after(2000, 'playing')
  after(1000, 'pause')
  video.paused = true
  after(60_000, 'playing')
  const { stalled, played } = finish(1000)!
  assert.deepEqual([stalled, played], [2, { '480': 6 }])
})

test('a seek is not a stall, even if it has to wait for data', () => {
  const { after, finish, video } = createViewing()
  after(500, 'seeking')
  after(100, 'seeked')
  after(0, 'playing')
  video.currentTime = 40
  after(1000, 'seeking')
  after(0, 'waiting')
  after(300, 'seeked')
  after(0, 'waiting')
  after(400, 'playing')
  const { stalled, seeks, played } = finish(1000)!
  assert.deepEqual([stalled, seeks, played], [0, [0.7], { '480': 2 }])
})

test('a small gap that the player skips while it is stalled belongs to the stall', () => {
  const { after, finish, video } = createViewing()
  after(500, 'playing')
  after(1000, 'waiting')
  video.currentTime = 0.3
  after(1000, 'seeking')
  after(500, 'playing')
  const { stalled, seeks } = finish()!
  assert.deepEqual([stalled, seeks], [1.5, []])
})

test('leaving before the first frame is an exit, unless there is an error', () => {
  assert.equal(createViewing().finish(4000)!.exited, true)
  const failed = createViewing({ waiting: false }).finish(4000, 'network')!
  assert.deepEqual([failed.exited, failed.error, failed.startup], [false, 'network', null])
})

test('no report is made if playback was not requested, or if the viewer left during an ad', () => {
  assert.equal(createViewing({ waiting: false, requestedAt: null }).finish(), null)
  assert.equal(createViewing({ adState: 'on' }).finish(), null)
})

test('measuring can begin after the first frame', () => {
  const { finish } = createViewing({ started: true, waiting: false, requestedAt: 200, startedAt: 800 })
  const report = finish(1000)!
  assert.deepEqual([report.startup, report.played], [0.6, { '480': 4 }])
})

test('frames are added up when another source replaces the video', () => {
  const { after, finish, video } = createViewing()
  after(0, 'playing')
  video.frames = [100, 10]
  after(1000, 'timeupdate')
  video.frames = [20, 1]
  after(1000, 'timeupdate')
  const { frames, dropped } = finish()!
  assert.deepEqual([frames, dropped], [120, 11])
})

test('values stay within the bounds of the API', () => {
  const { after, finish } = createViewing()
  after(500_000, 'playing')
  for (let nth = 0; nth < 30; nth += 1) {
    after(0, 'seeking')
    after(100_000, 'playing')
  }
  const { startup, seeks } = finish(1e9)!
  assert.equal(startup, 120)
  assert.deepEqual(
    seeks,
    Array.from({ length: 20 }, () => 60),
  )
})
