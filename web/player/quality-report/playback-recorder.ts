import {
  countedQualities,
  type CountedQuality,
  type PlaybackReport,
  playbackReportLimits,
} from '#contract/playback-quality.ts'
import type { PlayerState } from '../core/player-state.ts'
import { createFrameCounter } from './frame-counter.ts'

/** The parts of a video element that the recorder reads. */
export type RecordedVideo = Pick<
  HTMLVideoElement,
  | 'addEventListener'
  | 'currentTime'
  | 'getVideoPlaybackQuality'
  | 'paused'
  | 'played'
  | 'readyState'
  | 'seeking'
  | 'videoHeight'
  | 'videoWidth'
>

/** hls.js skips small gaps while playback is stalled. Such a seek is part of the stall, not a seek of the viewer. */
const maxSkippedGapSeconds = 1

const maxMs = playbackReportLimits.played * 1000

/**
 * Measures how well a video plays, from the events of its video element. Measuring can begin after playback
 * has started, because the code of the recorder loads in parallel with the video.
 */
export function createPlaybackRecorder(
  video: RecordedVideo,
  getState: () => PlayerState,
  clock: () => number = () => performance.now(),
) {
  const listening = new AbortController()
  const played = new Map<CountedQuality, number>()
  const seeks: number[] = []
  const countFrames = createFrameCounter(video)
  let [stalledMs, downshifts, side, position] = [0, 0, getShorterSide(video), video.currentTime]
  let since = clock()
  let phase: 'idle' | 'playing' | 'stalled' = 'idle'
  let seekingSince: number | null = null

  function addPlayed(ms: number): void {
    const quality = findCountedQuality(side)
    played.set(quality, (played.get(quality) ?? 0) + ms)
  }

  /** Adds the time since the last event to the phase that has just ended. */
  function enter(next: typeof phase): void {
    const now = clock()
    if (phase === 'playing') addPlayed(now - since)
    if (phase === 'stalled') stalledMs += now - since
    since = now
    phase = next
  }

  const listeners: Record<string, () => void> = {
    playing() {
      finishSeek()
      enter('playing')
    },
    pause: () => enter('idle'),
    ended: () => enter('idle'),
    error: () => enter('idle'),
    emptied() {
      // The trailer replaces the video, or the viewer tries again after an error.
      enter('idle')
      seekingSince = null
      side = 0
    },
    waiting() {
      if (phase === 'playing' && seekingSince === null && !video.seeking) enter('stalled')
    },
    seeking() {
      if (phase === 'stalled' && Math.abs(video.currentTime - position) < maxSkippedGapSeconds) return
      enter('idle')
      if (getState().started) seekingSince ??= clock()
    },
    seeked() {
      if (video.paused) finishSeek()
    },
    timeupdate() {
      position = video.currentTime
      countFrames()
    },
    resize() {
      enter(phase)
      const next = getShorterSide(video)
      if (next > 0 && next < side && getState().quality === 'auto') downshifts += 1
      side = next
    },
  }

  function finishSeek(): void {
    if (seekingSince !== null && seeks.length < playbackReportLimits.seeks)
      seeks.push(toSeconds(clock() - seekingSince, playbackReportLimits.seek * 1000))
    seekingSince = null
  }

  for (const [name, listener] of Object.entries(listeners))
    video.addEventListener(name, listener, { signal: listening.signal })
  if (getState().started) {
    addPlayed(sumRanges(video.played) * 1000)
    if (!video.paused && video.readyState > 2) enter('playing')
  }

  return {
    /** Stops measuring, and returns the report. Returns null if the viewer did not ask for playback. */
    finish(error: PlaybackReport['error'], isStartupValid: boolean): PlaybackReport | null {
      enter('idle')
      listening.abort()
      const { requestedAt, startedAt, waiting, adState } = getState()
      const exited = startedAt === null && error === null && waiting && adState === null
      if (startedAt === null && error === null && !exited) return null
      const { frames, dropped } = countFrames()
      return {
        startup:
          isStartupValid && requestedAt !== null && startedAt !== null
            ? toSeconds(startedAt - requestedAt, playbackReportLimits.startup * 1000)
            : null,
        exited,
        error,
        stalled: toSeconds(stalledMs, maxMs),
        seeks,
        downshifts: Math.min(downshifts, 1000),
        frames,
        dropped,
        played: Object.fromEntries([...played].map(([quality, ms]) => [quality, toSeconds(ms, maxMs)])),
      }
    },
  }
}

function getShorterSide({ videoWidth, videoHeight }: RecordedVideo): number {
  return Math.min(videoWidth, videoHeight)
}

function findCountedQuality(side: number): CountedQuality {
  return countedQualities.findLast((quality) => Number(quality) <= side) ?? countedQualities[0]
}

function sumRanges(ranges: TimeRanges): number {
  let sum = 0
  for (let nth = 0; nth < ranges.length; nth += 1) sum += ranges.end(nth) - ranges.start(nth)
  return sum
}

/** Converts milliseconds to seconds with two decimals, which is as precise as the figures have to be. */
function toSeconds(ms: number, max: number): number {
  return Math.round(Math.min(Math.max(ms, 0), max) / 10) / 100
}
