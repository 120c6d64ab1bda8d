import { mapMediaError } from './playback-errors.ts'
import type { PlayerState } from './player-state.ts'
import { roundVolume } from './playback-steps.ts'

/** Everything the element knows about itself. `gain` is what the player turned it down by, to be taken out again. */
export function readElementState(video: HTMLVideoElement, gain: number): Partial<PlayerState> {
  return {
    paused: video.paused,
    ended: video.ended,
    muted: video.muted,
    volume: roundVolume(video.volume / gain),
    currentTime: video.currentTime,
    ...(video.duration > 0 && { duration: video.duration }),
    bufferedTo: getBufferedEnd(video),
    rate: video.playbackRate,
    ...(video.error && { error: mapMediaError(video.error.code), waiting: false }),
  }
}

function getBufferedEnd({ buffered, currentTime }: HTMLVideoElement) {
  for (let i = 0; i < buffered.length; i++) {
    // A tenth of a second of slack: seeks land a hair before the piece they start.
    if (buffered.start(i) <= currentTime + 0.1 && currentTime <= buffered.end(i)) return buffered.end(i)
  }
  return currentTime
}

export const observedMediaEvents = [
  'play',
  'pause',
  'playing',
  'waiting',
  'seeking',
  'seeked',
  'canplay',
  'ended',
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'progress',
  'ratechange',
  'volumechange',
  'error',
  'emptied',
] as const

/** What an event says about waiting, if anything. */
export function getWaitingAfterEvent(event: string, video: HTMLVideoElement): boolean | undefined {
  if (event === 'waiting' || event === 'seeking') return !video.error
  if (event === 'playing' || event === 'seeked' || event === 'canplay') return false
  if (event === 'pause' || event === 'ended' || event === 'error') return false
  return undefined
}
