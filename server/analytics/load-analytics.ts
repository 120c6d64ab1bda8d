import type { Analytics, AnalyticsPeriod, VideoAnalytics } from '#contract/engagement/analytics.ts'
import type { ViewSource } from '#contract/engagement/views.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import {
  isWithinPeriodSql,
  loadDailyAnalytics,
  loadReleasedTrafficSources,
  loadLastFileReplacementDate,
  loadAudienceRetention,
  loadAnalyticsTotals,
  loadTopVideos,
  type AnalyticsDateRange,
  toAnalyticsDateRange,
  sumTrafficSources,
} from './analytics-queries.ts'

/** Returns the total figures for all videos of the signed-in creator. */
export async function loadOwnAnalytics(
  viewer: Member,
  days: AnalyticsPeriod,
  now = new Date(),
  mostVideos: number = analyticsLimits.topVideos,
): Promise<Analytics> {
  const period = toAnalyticsDateRange(days, now)
  const items = selectOwnItems(viewer.id)
  const totals = await loadAnalyticsTotals(items, period)
  if (!totals) return { ...period, totals: null, days: [], videos: [] }
  const [shownDays, videos, engagement, followers] = await Promise.all([
    loadDailyAnalytics(items, period),
    loadTopVideos(items, period, mostVideos),
    countEngagement(items, period),
    sumFollowers(viewer.id, period),
  ])
  return { ...period, totals: { ...totals, ...engagement, ...followers }, days: shownDays, videos }
}

/** Returns the figures of one of the viewer's own videos. Throws `content_not_found`. */
export async function loadVideoAnalytics(
  viewer: Member,
  id: string,
  days: AnalyticsPeriod,
  now = new Date(),
): Promise<VideoAnalytics> {
  const items = selectOwnItems(viewer.id).where('content.id', '=', id)
  const item = await items.select(['content.title', 'content.duration_seconds']).executeTakeFirst()
  if (!item) throw new ApiError('content_not_found')
  const period = toAnalyticsDateRange(days, now)
  const [replaced_on, totals] = await Promise.all([
    loadLastFileReplacementDate(id),
    loadAnalyticsTotals(items, period),
  ])
  const about = { id, ...item, ...period, replaced_on }
  if (!totals) return { ...about, totals: null, days: [], retention: null, sources: null }
  const [shownDays, engagement, retention, released] = await Promise.all([
    loadDailyAnalytics(items, period),
    countEngagement(items, period),
    loadAudienceRetention(id, period, replaced_on),
    loadReleasedTrafficSources(id, period),
  ])
  return {
    ...about,
    totals: { ...totals, ...engagement },
    days: shownDays,
    retention,
    sources: released.length === 0 ? null : presentSources(sumTrafficSources(released)),
  }
}

function presentSources(sums: Map<string, number>): VideoAnalytics['sources'] {
  return [...sums]
    .map(([source, viewers]) => ({ source: source as ViewSource, viewers }))
    .toSorted((a, b) => b.viewers - a.viewers || (a.source < b.source ? -1 : 1))
}

/** Counts the likes and the approved comments that the items received in the period. */
async function countEngagement(items: ReturnType<typeof selectOwnItems>, period: AnalyticsDateRange) {
  const ids = items.select('content.id')
  const [likes, comments] = await Promise.all([
    db
      .selectFrom('likes')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('content_id', 'in', ids)
      .where(isWithinPeriodSql('created_at', period))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('comments')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('content_id', 'in', ids)
      .where('moderation', '=', 'approved')
      .where('broadcast_ms', 'is', null)
      .where(isWithinPeriodSql('created_at', period))
      .executeTakeFirstOrThrow(),
  ])
  return { likes: likes.number, comments: comments.number }
}

async function sumFollowers(userId: string, { from, to }: AnalyticsDateRange) {
  const { gained, lost } = await db
    .selectFrom('daily_follower_changes')
    .select(({ fn }) => [fn.sum<number>('gained').as('gained'), fn.sum<number>('lost').as('lost')])
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow()
  return { followers_gained: Number(gained ?? 0), followers_lost: Number(lost ?? 0) }
}
