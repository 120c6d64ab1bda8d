import {
  type CountedQuality,
  countedQualities,
  type PlaybackReport,
  playbackReportLimits,
} from '#contract/playback-quality.ts'

/** The upper bounds of the histogram buckets, in seconds. Longer times are counted in the bucket `more`. */
export const startupBuckets = [0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 40]
export const seekBuckets = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16]

/**
 * What is stored about playback. `startup` and `seek` are histograms, whose buckets are named after their
 * upper bounds. `played` has one bucket per quality, and `error` one bucket per kind of error. All other
 * measures are single numbers.
 */
export type PlaybackMeasure =
  | 'viewings'
  | 'startup'
  | 'exited'
  | 'error'
  | 'stalled'
  | 'seek'
  | 'downshifts'
  | 'frames'
  | 'dropped'
  | 'played'

/** The bucket of measures that are single numbers. */
export const onlyBucket = 'all'

export interface PlaybackAmount {
  measure: PlaybackMeasure
  bucket: string
  amount: number
}

/** Returns the amounts that a report adds to the totals of its hour. */
export function listPlaybackAmounts(report: PlaybackReport): PlaybackAmount[] {
  const amounts: PlaybackAmount[] = [
    { measure: 'viewings', bucket: onlyBucket, amount: 1 },
    { measure: 'exited', bucket: onlyBucket, amount: report.exited ? 1 : 0 },
    { measure: 'stalled', bucket: onlyBucket, amount: report.stalled },
    { measure: 'downshifts', bucket: onlyBucket, amount: report.downshifts },
    { measure: 'frames', bucket: onlyBucket, amount: report.frames },
    { measure: 'dropped', bucket: onlyBucket, amount: report.dropped },
    ...report.seeks.map((seconds) => ({
      measure: 'seek' as const,
      bucket: findBucket(seekBuckets, seconds),
      amount: 1,
    })),
    ...listPlayedSeconds(report).map(([bucket, amount]) => ({ measure: 'played' as const, bucket, amount })),
  ]
  if (report.startup !== null)
    amounts.push({ measure: 'startup', bucket: findBucket(startupBuckets, report.startup), amount: 1 })
  if (report.error) amounts.push({ measure: 'error', bucket: report.error, amount: 1 })
  return amounts.filter(({ amount }) => amount > 0)
}

export function listPlayedSeconds({ played }: PlaybackReport): [CountedQuality, number][] {
  return countedQualities.map((quality) => [quality, played[quality] ?? 0])
}

function findBucket(bounds: readonly number[], value: number): string {
  return String(bounds.find((bound) => value <= bound) ?? 'more')
}

/** Returns false if the report contradicts itself or is longer than a viewing can be. */
export function isPlausibleReport(report: PlaybackReport): boolean {
  const played = listPlayedSeconds(report).reduce((sum, [, seconds]) => sum + seconds, 0)
  if (played + report.stalled > playbackReportLimits.played || report.dropped > report.frames) return false
  const hasPlayed = played > 0 || report.stalled > 0 || report.seeks.length > 0 || report.startup !== null
  if (report.exited) return !hasPlayed && report.error === null
  return hasPlayed || report.error !== null
}
