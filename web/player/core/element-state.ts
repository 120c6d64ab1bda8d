import { mapMediaError } from './playback-errors.ts'
import type { PlayerState } from './player-state.ts'
import { roundVolume } from './playback-steps.ts'

/**
 * The state that the element itself provides. `gain` is the player's loudness reduction,
 * which is undone in the result.
 */
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
    // Allow a tenth of a second: seeks land slightly before the buffered range that they start.
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

/** Whether an event means waiting; undefined if it does not tell. */
export function getWaitingAfterEvent(event: string, video: HTMLVideoElement): boolean | undefined {
  if (event === 'waiting' || event === 'seeking') return !video.error
  if (event === 'playing' || event === 'seeked' || event === 'canplay') return false
  if (event === 'pause' || event === 'ended' || event === 'error') return false
  return undefined
}
