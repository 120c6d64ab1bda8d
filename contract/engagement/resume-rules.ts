/**
 * The rules for continuing a video where the viewer stopped. A position is kept from `fromSeconds` seconds on and
 * until the fraction `finishedFraction` of the video has been watched. A browser keeps `maxInBrowser` positions, and the server deletes a position after
 * `historyDays` days.
 */
export const resumeRules = { fromSeconds: 30, finishedFraction: 0.95, maxInBrowser: 100, historyDays: 90 }

/**
 * `early` positions are not worth continuing from, and after a `finished` position the video starts from the
 * beginning. A video of about half a minute is never `resumable`, because it is almost over after 30 seconds.
 */
export type PlaybackProgress = 'early' | 'resumable' | 'finished'

/** Classifies a position in a video. Both arguments are in seconds. */
export function classifyPosition(seconds: number, duration: number): PlaybackProgress {
  if (!(duration > 0) || !(seconds >= 0)) return 'early'
  if (seconds >= duration * resumeRules.finishedFraction) return 'finished'
  return seconds >= resumeRules.fromSeconds ? 'resumable' : 'early'
}
