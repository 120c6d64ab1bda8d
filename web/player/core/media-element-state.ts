import { mapMediaError } from './playback-errors.ts'
import type { PlayerState } from './player-state.ts'
import { roundVolume } from './playback-adjustments.ts'

/**
 * Reads the state of the player from the video element. The volume slider shows the element's volume divided
 * by `gain`, because `gain` is part of the loudness normalization.
 */
export function readMediaElementState(video: HTMLVideoElement, gain: number): Partial<PlayerState> {
  return {
    paused: video.paused,
    ended: video.ended,
    muted: video.muted,
    volume: roundVolume(video.volume / gain),
    currentTime: video.currentTime,
    ...(video.duration > 0 && { duration: getDuration(video) }),
    bufferedTo: getBufferedEnd(video),
    rate: video.playbackRate,
    ...(video.error && { error: mapMediaError(video.error.code), waiting: false }),
  }
}

/** Browsers that play a broadcast natively do not report a duration, so use the end of the seekable range. */
function getDuration({ duration, seekable }: HTMLVideoElement) {
  if (duration < Infinity) return duration
  return seekable.length > 0 ? seekable.end(seekable.length - 1) : 0
}

function getBufferedEnd({ buffered, currentTime }: HTMLVideoElement) {
  for (let i = 0; i < buffered.length; i++) {
    // Allow a gap of 0.1 s, because a seek can end slightly before the start of the buffered range.
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

/**
 * Returns whether the video is waiting for data after a media event. Returns undefined if the event does not
 * affect whether the video is waiting for data.
 */
export function isWaitingAfterMediaEvent(event: string, video: HTMLVideoElement): boolean | undefined {
  if (event === 'waiting' || event === 'seeking') return !video.error
  if (event === 'playing' || event === 'seeked' || event === 'canplay') return false
  if (event === 'pause' || event === 'ended' || event === 'error') return false
  return undefined
}
