/** How long one has been watching, in all tabs together, and when that was last said. Milliseconds. */
export interface ContinuousWatchTime {
  ms: number
  at: number
}

/** A pause of this length begins it anew. */
export const watchTimeResetMs = 10 * 60_000

/** A timer that did not run for so long was asleep, and so was the video. */
const sleepThresholdMs = 60_000

/**
 * Adds what a tab has played since `since`, until `now`. What another tab has told already is not counted again, so that two
 * videos at once are one time.
 */
export function extendWatchTime(
  { ms, at }: ContinuousWatchTime,
  since: number,
  now: number,
): ContinuousWatchTime {
  const from = now - since > sleepThresholdMs ? now : since
  if (from - at >= watchTimeResetMs) return { ms: Math.max(0, now - from), at: now }
  return { ms: ms + Math.max(0, now - Math.max(from, at)), at: Math.max(at, now) }
}

/** Whether a break is due: `minutes` of 0 is never. */
export function isBreakDue({ ms }: ContinuousWatchTime, minutes: number): boolean {
  return minutes > 0 && ms >= minutes * 60_000
}
