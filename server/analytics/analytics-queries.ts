import { type RawBuilder, sql } from 'kysely'
import type { DailyAnalytics, VideoAnalyticsSummary } from '#contract/engagement/analytics.ts'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import { db } from '#server/platform/db/db.ts'
import type { ContentQuery } from '#server/access-policy/content-queries.ts'
import { toUtcDayBefore } from '#server/view-counts/utc-days.ts'

/** The first and the last day (UTC) of a period. The last day is yesterday. */
export interface AnalyticsDateRange {
  from: string
  to: string
}

export function toAnalyticsDateRange(days: string, now: Date): AnalyticsDateRange {
  return { from: toUtcDayBefore(now, Number(days)), to: toUtcDayBefore(now, 1) }
}

interface Sums {
  views: number
  summaries: number
  watch_seconds: number
}

const sums = [
  sql<number>`sum(daily_video_analytics.views)::int8`.as('views'),
  sql<number>`sum(summaries)::int8`.as('summaries'),
  sql<number>`sum(watch_seconds)::int8`.as('watch_seconds'),
] as const

/**
 * Joins the creator's items with the days whose figures have been released. Days that were released together
 * belong to a period if the last of them is in the period.
 */
function selectReleasedDays(items: ContentQuery, { from, to }: AnalyticsDateRange) {
  return items
    .innerJoin('daily_video_analytics', 'daily_video_analytics.content_id', 'content.id')
    .where('released_on', '>=', from)
    .where('released_on', '<=', to)
}

export async function loadDailyAnalytics(
  items: ContentQuery,
  period: AnalyticsDateRange,
): Promise<DailyAnalytics[]> {
  const rows = await selectReleasedDays(items, period)
    .select([sql<string>`min(day)`.as('from'), 'released_on as to'])
    .select(sums)
    .groupBy('released_on')
    .orderBy('released_on')
    .execute()
  return rows.map(({ from, to, ...row }) => ({ from, to: to!, ...presentSums(row) }))
}

export async function loadTopVideos(
  items: ContentQuery,
  period: AnalyticsDateRange,
  most: number,
): Promise<VideoAnalyticsSummary[]> {
  const rows = await selectReleasedDays(items, period)
    .select(['content.id', 'content.title'])
    .select(sums)
    .groupBy(['content.id', 'content.title'])
    .orderBy('views', 'desc')
    .orderBy('content.id')
    .limit(most)
    .execute()
  return rows.map(({ id, title, ...row }) => ({ id, title, ...presentSums(row) }))
}

/** Returns the figures for the whole period, or null if no figures from this period have been released. */
export async function loadAnalyticsTotals(items: ContentQuery, period: AnalyticsDateRange) {
  const row = await selectReleasedDays(items, period).select(sums).executeTakeFirstOrThrow()
  // SQL sums are null if there are no rows.
  return row.views === null ? null : presentSums(row)
}

function presentSums({ views, summaries, watch_seconds }: Sums) {
  const average = Math.round((watch_seconds / summaries) * 10) / 10
  return { views, watch_seconds, average_view_seconds: summaries === 0 ? null : average }
}

/** Returns the day (UTC) on which the file of the video was last replaced, or null. */
export async function loadLastFileReplacementDate(contentId: string): Promise<string | null> {
  // A server process that still runs the previous version of the software sets only `finished_at`.
  const { rows } = await sql<{ day: string | null }>`
    select (greatest(replaced_at, case when state = 'replaced' then finished_at end) at time zone 'UTC')::date::text as day
    from stream_replacements where content_id = ${contentId}`.execute(db)
  return rows[0]?.day ?? null
}

/**
 * Returns the share of views that played each hundredth of the video, or null if no figures were released.
 * Excludes the days up to and including `replacedOn`, because the video had a different file on these days.
 * Also excludes all days that were released together with them.
 */
export async function loadAudienceRetention(
  contentId: string,
  { from, to }: AnalyticsDateRange,
  replacedOn: string | null,
): Promise<number[] | null> {
  const { rows } = await sql<{ share: number }>`
    select round(sum(played)::numeric / nullif(sum(summaries), 0), 3)::float8 as share
    from daily_video_analytics, unnest(retention) with ordinality as hundredth (played, at)
    where content_id = ${contentId} and released_on between ${from} and ${to}
      and released_on <> all (array(select part.released_on from daily_video_analytics as part
        where part.content_id = ${contentId} and part.day <= ${replacedOn}::date and part.released_on is not null))
    group by at having sum(summaries) > 0 order by at`.execute(db)
  return rows.length === 0 ? null : rows.map(({ share }) => share)
}

export interface ReleasedTrafficSource {
  released_on: string
  source: string
  viewers: number
}

export async function loadReleasedTrafficSources(
  contentId: string,
  { from, to }: AnalyticsDateRange,
): Promise<ReleasedTrafficSource[]> {
  const { rows } = await sql<ReleasedTrafficSource>`
    select released_on, source, sum(viewers)::int8 as viewers from daily_view_sources
    where content_id = ${contentId} and released_on between ${from} and ${to}
    group by released_on, source order by released_on`.execute(db)
  return rows
}

/**
 * Adds up the viewers per traffic source for several groups of days. The days in a group were released
 * together. In each group, sources with fewer than the minimum number of viewers are added to `other`. If
 * `other` is still below the minimum after that, the smallest remaining sources are also added to it. As a
 * result, every number in the sum is at least the minimum.
 */
export function sumTrafficSources(released: ReleasedTrafficSource[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const rows of Map.groupBy(released, (row) => row.released_on).values())
    for (const [source, viewers] of foldSmallSources(rows)) all.set(source, (all.get(source) ?? 0) + viewers)
  return all
}

function foldSmallSources(rows: Pick<ReleasedTrafficSource, 'source' | 'viewers'>[]): [string, number][] {
  const { minViewers } = analyticsLimits
  const named = rows
    .filter(({ source, viewers }) => source !== 'other' && viewers >= minViewers)
    .toSorted((a, b) => b.viewers - a.viewers || (a.source < b.source ? -1 : 1))
  let other = rows.reduce((sum, { viewers }) => sum + viewers, 0)
  for (const { viewers } of named) other -= viewers
  while (other > 0 && other < minViewers && named.length > 0) other += named.pop()!.viewers
  const shown = named.map(({ source, viewers }): [string, number] => [source, viewers])
  return other > 0 ? [...shown, ['other', other]] : shown
}

/** Returns an SQL condition that is true if the time in this column is within the period. */
export function isWithinPeriodSql(time: string, { from, to }: AnalyticsDateRange): RawBuilder<boolean> {
  const column = sql.ref(time)
  return sql<boolean>`${column} >= ${from}::date::timestamp at time zone 'UTC'
    and ${column} < (${to}::date + 1)::timestamp at time zone 'UTC'`
}
