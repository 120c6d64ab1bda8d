import { sql } from 'kysely'
import { viewCountingRules } from '#contract/limits.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { addVideoView, getOwnViewCounts } from '#contract/engagement/views.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import { getClientNetworkAddress } from '#server/platform/http/client-address.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { tryConsumeRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { addDailyView } from './daily-view-counts.ts'
import { createKeyedThrottle } from './keyed-throttle.ts'
import type { RecentViewResult } from './recent-views.ts'
import { toUtcDay } from './utc-days.ts'
import { createViewToken } from './view-tokens.ts'

/** The IP address and user agent of a request, which together identify anonymous visitors. */
interface ViewOrigin {
  address: string
  agent: string
}

/** Recognizes repeated views without a database query, if this process recorded the first view. */
const oncePerViewer = createKeyedThrottle({
  minutes: viewCountingRules.cooldownMinutes,
  most: viewCountingRules.maxRemembered,
})

const uncounted: RecentViewResult = { isCounted: false, isFirstOfDay: false }

/**
 * Records that the viewer watched an item. If the view is counted, it is stored before the response is sent.
 * The response does not reveal whether the view was counted. The token in the response allows the browser to
 * add a summary to the view.
 */
export async function recordView(
  viewer: Viewer,
  contentId: string,
  from: ViewOrigin,
  now = new Date(),
): Promise<ResponseOf<typeof addVideoView>> {
  const item = await requireVisibleContent(viewer, contentId)
  const isCountable =
    viewer.kind === 'member' ? viewer.id !== item.user_id : isCountableView(viewer, contentId, from)
  const mark = isCountable ? await countView(viewer, contentId, from, now) : uncounted
  return {
    token: createViewToken({ contentId, viewedAt: now.getTime(), ...mark, seconds: 0, played: null }),
  }
}

async function countView(
  viewer: Viewer,
  contentId: string,
  { address, agent }: ViewOrigin,
  now: Date,
): Promise<RecentViewResult> {
  const who = viewer.kind === 'member' ? viewer.id : `${getClientNetworkAddress(address)} ${agent}`
  let mark = uncounted
  const work = async () => {
    mark = await addDailyView({ contentId, viewer: who, at: now })
  }
  await oncePerViewer(`${contentId} ${who}`, work, now.getTime())
  return mark
}

/**
 * Returns whether a view is counted. Views by crawlers are not counted. A rate limit prevents one network,
 * even that of a school, from adding hundreds of views to one video.
 */
function isCountableView(viewer: Viewer, contentId: string, { address }: ViewOrigin): boolean {
  if (viewer.kind === 'anonymous' && viewer.isCrawler) return false
  return tryConsumeRateLimit('viewsPerAddress', `${contentId} ${getClientNetworkAddress(address)}`)
}

/**
 * Returns the total views of the viewer's own items in each reporting period
 * (`viewCountingRules.periodDays`).
 */
export async function loadOwnViewCounts(
  viewer: Member,
  now = new Date(),
): Promise<ResponseOf<typeof getOwnViewCounts>> {
  const since = (days: number) =>
    sql<boolean>`daily_view_counts.day > ${toUtcDay(now)}::date - ${sql.lit(days)}`
  const sum = (days: number) =>
    sql<number>`coalesce(sum(daily_view_counts.views) filter (where ${since(days)}), 0)::int8`.as(
      `over_${days}`,
    )
  const row = await selectOwnItems(viewer.id)
    .innerJoin('daily_view_counts', 'daily_view_counts.content_id', 'content.id')
    .select(viewCountingRules.periodDays.map(sum))
    .where(since(Math.max(...viewCountingRules.periodDays)))
    .executeTakeFirstOrThrow()
  return { spans: viewCountingRules.periodDays.map((days) => ({ days, views: row[`over_${days}`]! })) }
}
