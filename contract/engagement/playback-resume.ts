/**
 * The rules for resuming a video where the viewer stopped. A position is saved if it is after the first
 * `fromSeconds` seconds and before `finishedFraction` of the length of the video. A browser keeps
 * `maxInBrowser` positions, and the server deletes a position after `historyDays` days.
 */
export const playbackResumeLimits = {
  fromSeconds: 30,
  finishedFraction: 0.95,
  maxInBrowser: 100,
  historyDays: 90,
}

/**
 * If the viewer stopped at an `early` or a `finished` position, the video starts from the beginning. A
 * position in a video of about half a minute is never `resumable`, because the video is almost over after 30
 * seconds.
 */
export type PlaybackProgress = 'early' | 'resumable' | 'finished'

/** Classifies a position in a video. The position and the duration of the video are in seconds. */
export function classifyPlaybackPosition(seconds: number, duration: number): PlaybackProgress {
  if (!(duration > 0) || !(seconds >= 0)) return 'early'
  if (seconds >= duration * playbackResumeLimits.finishedFraction) return 'finished'
  return seconds >= playbackResumeLimits.fromSeconds ? 'resumable' : 'early'
}
