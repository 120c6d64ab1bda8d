import { sql } from 'kysely'
import { type PlaybackReport, playbackQualityDaysKept } from '#contract/playback-quality.ts'
import { coalesceWrites } from '#server/platform/coalesce-writes.ts'
import { db } from '#server/platform/db/db.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { tryConsumeRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { isPlausibleReport, listPlaybackAmounts, type PlaybackAmount } from './playback-measures.ts'
import { countPlaybackReport } from './playback-metrics.ts'

const hourMs = 3600_000

/**
 * Adds a report to the totals of the current hour. Nothing about the viewer is stored. Reports by crawlers,
 * implausible reports and reports over the rate limit are ignored, and the response does not reveal this.
 */
export async function recordPlaybackReport(
  viewer: Viewer,
  report: PlaybackReport,
  address: string,
  now = Date.now(),
): Promise<undefined> {
  if (viewer.kind === 'anonymous' && viewer.isCrawler) return
  if (!isPlausibleReport(report)) return
  if (!tryConsumeRateLimit('playbackReportsPerAddress', getClientNetworkAddress(address))) return
  countPlaybackReport(report)
  await addAmountsCoalesced(String(Math.floor(now / hourMs)), listPlaybackAmounts(report))
}

/** Writes concurrent reports in one statement. The name of a write is the number of its hour. */
const addAmountsCoalesced = coalesceWrites(async (hour, reports: PlaybackAmount[][]): Promise<void[]> => {
  const sums = sumAmounts(reports.flat())
  // The rows are ordered to avoid deadlocks between processes.
  await sql`insert into playback_quality as known (hour, measure, bucket, amount)
    select ${new Date(Number(hour) * hourMs)}::timestamptz, told.* from unnest(${sums.map((one) => one.measure)}::text[],
      ${sums.map((one) => one.bucket)}::text[], ${sums.map((one) => one.amount)}::float8[])
      as told (measure, bucket, amount)
    order by told.measure, told.bucket
    on conflict (hour, measure, bucket) do update set amount = known.amount + excluded.amount`.execute(db)
  return reports.map(() => undefined)
})

function sumAmounts(amounts: readonly PlaybackAmount[]): PlaybackAmount[] {
  const sums = new Map<string, PlaybackAmount>()
  for (const { measure, bucket, amount } of amounts) {
    const name = `${measure} ${bucket}`
    sums.set(name, { measure, bucket, amount: amount + (sums.get(name)?.amount ?? 0) })
  }
  return [...sums.values()]
}

export async function deleteOldPlaybackQuality(now = new Date()): Promise<void> {
  const oldest = new Date(now.getTime() - playbackQualityDaysKept * 24 * hourMs)
  await db.deleteFrom('playback_quality').where('hour', '<', oldest).execute()
}
