import {
  countedQualities,
  playbackErrorKinds,
  type PlaybackQuality,
  type PlaybackQualityFigures,
  type PlaybackQualityRange,
} from '#contract/playback-quality.ts'
import { db } from '#server/platform/db/db.ts'
import { estimateQuantile } from '#server/platform/metrics/estimate-quantile.ts'
import { onlyBucket, type PlaybackMeasure, seekBuckets, startupBuckets } from './playback-measures.ts'

const hourMs = 3600_000
/** For each time range of a chart (in days), the time between two points of the chart (in hours). */
const stepHoursByDays = { '1': 1, '7': 6 } as const

/** Returns how well videos played in the last days. The last step has only begun. */
export async function loadPlaybackQuality(
  days: PlaybackQualityRange,
  now: number = Date.now(),
): Promise<PlaybackQuality> {
  const step = stepHoursByDays[days] * hourMs
  const count = (Number(days) * 24 * hourMs) / step
  const from = Math.ceil(now / step) * step - count * step
  const rows = await db
    .selectFrom('playback_quality')
    .selectAll()
    .where('hour', '>=', new Date(from))
    .where('hour', '<', new Date(from + count * step))
    .execute()
  const byStep = Map.groupBy(rows, ({ hour }) => Math.floor((hour.getTime() - from) / step))
  const total = createTotals(rows)
  const seconds = total.sum('played')
  return {
    from: new Date(from).toISOString(),
    step_minutes: step / 60_000,
    total: computeFigures(total),
    steps: Array.from({ length: count }, (_, nth) => computeFigures(createTotals(byStep.get(nth) ?? []))),
    played: countedQualities
      .map((quality) => ({ quality, share: seconds > 0 ? total.get('played', quality) / seconds : 0 }))
      .filter(({ share }) => share > 0),
    errors: playbackErrorKinds
      .map((error) => ({ error, viewings: total.get('error', error) }))
      .filter(({ viewings }) => viewings > 0),
  }
}

type Totals = ReturnType<typeof createTotals>

function createTotals(rows: readonly { measure: string; bucket: string; amount: number }[]) {
  const amounts = new Map<string, number>()
  for (const { measure, bucket, amount } of rows) {
    for (const name of [measure, `${measure} ${bucket}`]) amounts.set(name, (amounts.get(name) ?? 0) + amount)
  }
  return {
    /** Returns the sum of all buckets. */
    sum: (measure: PlaybackMeasure) => amounts.get(measure) ?? 0,
    get: (measure: PlaybackMeasure, bucket: string = onlyBucket) => amounts.get(`${measure} ${bucket}`) ?? 0,
  }
}

function computeFigures(totals: Totals): PlaybackQualityFigures {
  const { sum } = totals
  const seconds = sum('played')
  return {
    viewings: sum('viewings'),
    startup_median: computeQuantile(totals, 'startup', startupBuckets, 0.5),
    startup_p95: computeQuantile(totals, 'startup', startupBuckets, 0.95),
    seek_median: computeQuantile(totals, 'seek', seekBuckets, 0.5),
    seek_p95: computeQuantile(totals, 'seek', seekBuckets, 0.95),
    stalled: divide(sum('stalled'), seconds),
    failed: divide(sum('error'), sum('viewings')),
    exited: divide(sum('exited'), sum('viewings')),
    dropped: divide(sum('dropped'), sum('frames')),
    downshifts: divide(sum('downshifts') * 3600, seconds),
    height: divide(
      countedQualities.reduce((all, quality) => all + Number(quality) * totals.get('played', quality), 0),
      seconds,
    ),
  }
}

function computeQuantile(
  totals: Totals,
  measure: 'startup' | 'seek',
  bounds: readonly number[],
  part: number,
): number | null {
  let below = 0
  const cumulative = [...bounds, 'more'].map((bound) => (below += totals.get(measure, String(bound))))
  return estimateQuantile(part, cumulative, bounds)
}

function divide(part: number, whole: number): number | null {
  return whole > 0 ? Number((part / whole).toPrecision(4)) : null
}
