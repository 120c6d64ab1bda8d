import type { createPlayback, PlaybackOptions } from '#web/player/core/playback.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const loadPlayer = retryWhenOnline(() => import('#web/player/skin/player-with-controls.tsx'))

export type Playhead = ReturnType<typeof createPlayhead>

/**
 * The current position of the video in milliseconds, for all components that follow playback. The position
 * can be set even before the video is ready, so the creator can start writing captions.
 */
export function createPlayhead() {
  let video: HTMLVideoElement | null = null
  let playback: ReturnType<typeof createPlayback> | null = null
  let position = 0
  // True if the play button was pressed before the player's code was loaded.
  let shouldPlay = false
  // The target position of the current seek. If the stream is still being opened, seeking can take a while.
  let target: number | null = null
  let attempts = 0
  let frame = 0
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const now = () =>
    target ?? (video && video.readyState > 0 ? Math.round(video.currentTime * 1000) : position)
  const isPlaying = () => video !== null && !video.paused
  const run = () => {
    notify()
    if (isPlaying()) frame = requestAnimationFrame(run)
  }
  const restart = () => {
    arrive()
    cancelAnimationFrame(frame)
    run()
  }
  const seek = async (ms: number) => {
    position = Math.max(0, Math.round(ms))
    target = playback && position
    attempts = 0
    notify()
    await playback?.seekTo(position / 1000)
    arrive()
  }
  /** While a video's stream is being opened, the video can ignore a seek or start at a different position. */
  const arrive = () => {
    if (target === null || !video || video.readyState === 0 || video.seeking) return
    const past = video.currentTime * 1000 - target
    const isThere = past >= -toleranceMs && (past <= toleranceMs || !video.paused)
    if (isThere || ++attempts > maxAttempts) target = null
    else video.currentTime = target / 1000
    notify()
  }
  return {
    now,
    seek: (ms: number) => void seek(ms),
    isPlaying,
    hasFailed: () => (playback?.store.get().error ?? null) !== null,
    seekBy: (ms: number) => void seek(now() + ms),
    toggle() {
      if (playback) void playback.togglePlay()
      else shouldPlay = !shouldPlay
    },
    isMuted: () => video?.muted === true,
    toggleMute: () => playback?.setMuted(!video?.muted),
    setRate: (rate: number) => playback?.setRate(rate),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Plays a video in a `<video>` element. The video file is loaded only when the first command arrives. */
    attach(element: HTMLVideoElement, options: PlaybackOptions) {
      const listening = new AbortController()
      const { signal } = listening
      const start = async () => {
        const player = await loadPlayer()
        if (signal.aborted) return
        video = element
        playback = player.createPlayback(options)
        const stops = [playback.attach(element), playback.store.subscribe(notify)]
        signal.addEventListener('abort', () => stops.forEach((stop) => stop()))
        for (const name of elementEvents) element.addEventListener(name, restart, { signal })
        if (position > 0) void seek(position)
        if (shouldPlay) void playback.play()
      }
      // Ignore the error: even if the player's code cannot be loaded, the captions can still be edited.
      start().catch(() => {})
      return () => {
        listening.abort()
        cancelAnimationFrame(frame)
        video = playback = target = null
      }
    },
  }
}

const toleranceMs = 100
const maxAttempts = 3

const elementEvents = ['play', 'pause', 'seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'volumechange']
