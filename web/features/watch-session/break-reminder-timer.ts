/**
 * The continuous watch time in all tabs, and the time at which it was last updated, both in milliseconds.
 */
export interface ContinuousWatchTime {
  ms: number
  at: number
}

/** The minimum length of a pause that resets the watch time, in milliseconds. */
export const minPauseToResetWatchTimeMs = 10 * 60_000

/**
 * If a timer has not fired for this many milliseconds, the device must have been asleep, so no video was
 * playing.
 */
const sleepThresholdMs = 60_000

/**
 * Adds a period in which one tab played a video (from `since` to `now`) to the continuous watch time. Time
 * that another tab has already reported is skipped, so playback in several tabs at once counts only once.
 */
export function addPlaybackInterval(
  { ms, at }: ContinuousWatchTime,
  since: number,
  now: number,
): ContinuousWatchTime {
  const from = now - since > sleepThresholdMs ? now : since
  if (from - at >= minPauseToResetWatchTimeMs) return { ms: Math.max(0, now - from), at: now }
  return { ms: ms + Math.max(0, now - Math.max(from, at)), at: Math.max(at, now) }
}

/** Returns whether the viewer should take a break. If `minutes` is 0, a break is never due. */
export function isBreakReminderDue({ ms }: ContinuousWatchTime, minutes: number): boolean {
  return minutes > 0 && ms >= minutes * 60_000
}
