import { fromMediaError } from './errors.ts'
import type { PlayerState } from './state.ts'
import { volumeStep } from './steps.ts'

/** Everything the element knows about itself. `gain` is what the player turned it down by, to be taken out again. */
export function readBack(video: HTMLVideoElement, gain: number): Partial<PlayerState> {
  return {
    paused: video.paused,
    ended: video.ended,
    muted: video.muted,
    volume: volumeStep(video.volume / gain),
    currentTime: video.currentTime,
    ...(video.duration > 0 && { duration: video.duration }),
    bufferedTo: bufferedTo(video),
    rate: video.playbackRate,
    ...(video.error && { error: fromMediaError(video.error.code), waiting: false }),
  }
}

function bufferedTo({ buffered, currentTime }: HTMLVideoElement) {
  for (let i = 0; i < buffered.length; i++) {
    // A tenth of a second of slack: seeks land a hair before the piece they start.
    if (buffered.start(i) <= currentTime + 0.1 && currentTime <= buffered.end(i)) return buffered.end(i)
  }
  return currentTime
}

export const watched = [
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
export function waitingAfter(event: string, video: HTMLVideoElement): boolean | undefined {
  if (event === 'waiting' || event === 'seeking') return !video.error
  if (event === 'playing' || event === 'seeked' || event === 'canplay') return false
  if (event === 'pause' || event === 'ended' || event === 'error') return false
  return undefined
}
