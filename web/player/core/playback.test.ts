import assert from 'node:assert/strict'
import test from 'node:test'
import { createPlayback } from './playback.ts'
import type { PlaybackStream } from './streaming/playback-stream-types.ts'

test('loads nothing until the viewer requests playback', async () => {
  const { player, opened } = stage()
  assert.deepEqual(opened, [])
  await player.play()
  assert.deepEqual(opened, [['main.m3u8', 0]])
  assert.equal(player.store.get().paused, false)
})

test('retries playback muted if the browser blocks sound, and informs the viewer', async () => {
  const { player, video } = stage()
  video.refusesSound = true
  await player.play()
  assert.equal(video.muted, true)
  assert.equal(video.paused, false)
  assert.equal(player.store.get().mutedByBrowser, true)
  player.setMuted(false)
  assert.equal(player.store.get().mutedByBrowser, false)
})

test('reports the actual state of the video element, not the requested state', async () => {
  const { player, video } = stage()
  await player.play()
  player.setVolume(0.3)
  video.volume = 0.7
  video.dispatchEvent(new Event('volumechange'))
  assert.equal(player.store.get().volume, 0.7)
})

test('plays a loud video more quietly than the volume slider shows', async () => {
  const { player, video } = stage({ loudness: -8 })
  player.setVolume(1)
  assert.ok(Math.abs(video.volume - 0.501) < 0.001)
  assert.equal(player.store.get().volume, 1)
  player.setEvenVolume(false)
  assert.equal(video.volume, 1)
})

test('keeps separate playback positions for a video and its trailer', async () => {
  const { player, video, opened } = stage({ trailerSrc: 'trailer.mp4' })
  await player.play()
  video.currentTime = 42
  await player.switchSource('trailer')
  video.currentTime = 3
  await player.switchSource('main')
  assert.deepEqual(opened, [
    ['main.m3u8', 0],
    ['trailer.mp4', 0],
    ['main.m3u8', 42],
  ])
})

test('reports a media error, and resumes at the same second on retry', async () => {
  const { player, video, opened } = stage()
  await player.play()
  video.currentTime = 12
  video.error = { code: 2 }
  video.dispatchEvent(new Event('error'))
  assert.equal(player.store.get().error, 'network')
  video.error = null
  await player.retry()
  assert.equal(player.store.get().error, null)
  assert.deepEqual(opened.at(-1), ['main.m3u8', 12])
})

test('treats a stalled network as waiting, not as an error', async () => {
  const { player, video } = stage()
  await player.play()
  video.dispatchEvent(new Event('waiting'))
  assert.equal(player.store.get().waiting, true)
  assert.equal(player.store.get().error, null)
  video.dispatchEvent(new Event('playing'))
  assert.equal(player.store.get().waiting, false)
})

test('starts playback at a position chosen before anything is loaded', async () => {
  const { player, opened } = stage({ duration: 60 })
  await player.seekTo(30.04)
  assert.deepEqual(opened, [['main.m3u8', 30]])
})

/** A fake video element with the properties that the player uses. */
class FakeVideo extends EventTarget {
  paused = true
  ended = false
  #muted = false
  #volume = 1
  currentTime = 0
  duration = Number.NaN
  playbackRate = 1
  buffered = { length: 0, start: () => 0, end: () => 0 }
  error: { code: number } | null = null
  refusesSound = false

  get volume() {
    return this.#volume
  }
  set volume(volume: number) {
    this.#volume = volume
    this.dispatchEvent(new Event('volumechange'))
  }
  get muted() {
    return this.#muted
  }
  set muted(muted: boolean) {
    this.#muted = muted
    this.dispatchEvent(new Event('volumechange'))
  }
  async play() {
    if (this.refusesSound && !this.muted) throw new DOMException('no', 'NotAllowedError')
    this.paused = false
    this.dispatchEvent(new Event('play'))
    this.dispatchEvent(new Event('playing'))
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
}

function stage(options = {}) {
  const opened: [string, number][] = []
  const stream: PlaybackStream = {
    choose: () => {},
    reload: async () => {},
    frameRate: () => 25,
    recover: () => false,
    close: () => {},
  }
  const player = createPlayback({ src: 'main.m3u8', ...options }, async (_video, url, { startAt }) => {
    opened.push([url, startAt])
    return stream
  })
  const video = new FakeVideo()
  player.attach(video as unknown as HTMLVideoElement)
  return { player, video, opened }
}
