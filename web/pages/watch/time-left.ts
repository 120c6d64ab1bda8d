import { words } from '#web/words/watch.ts'

/** `about 40 s`, `about 3 min`: rounded, because it is an estimate. */
export function timeLeft(seconds: number): string {
  if (seconds < 10) return words.left.soon
  if (seconds < 55) return words.left.seconds(Math.ceil(seconds / 10) * 10)
  if (seconds < 3600) return words.left.minutes(Math.ceil(seconds / 60))
  return words.left.hours((seconds / 3600).toFixed(1))
}
