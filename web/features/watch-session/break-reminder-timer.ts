/** How long someone has been watching across all tabs, and when that was last reported. Milliseconds. */
export interface ContinuousWatchTime {
  ms: number
  at: number
}

/** A pause of this length resets the count. */
export const watchTimeResetMs = 10 * 60_000

/** A timer that has not fired for this long was suspended, and so was the video. */
const sleepThresholdMs = 60_000

/**
 * Adds what a tab has played from `since` to `now`. Time that another tab has already reported is not counted
 * again, so two simultaneous videos count once.
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

/** Whether a break is due; never if `minutes` is 0. */
export function isBreakDue({ ms }: ContinuousWatchTime, minutes: number): boolean {
  return minutes > 0 && ms >= minutes * 60_000
}
