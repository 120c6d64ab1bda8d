import { sql } from 'kysely'
import { viewCountingRules } from '#contract/limits.ts'
import { coalesceWrites } from '#server/platform/coalesce-writes.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { recordRecentViews, type RecentView, type RecentViewResult } from './recent-views.ts'
import { toUtcDay } from './utc-days.ts'

/** The maximum number of database connections that write views and summaries of views concurrently. */
const maxConnections = 4

/**
 * Assigns a video to one of a few write groups. Concurrent view counts of videos in the same group are written
 * in one transaction.
 */
export function getViewCountWriteGroup(contentId: string): string {
  return `${Number.parseInt(contentId.slice(-2), 16) % maxConnections}`
}

/**
 * Adds one view to the counts of its day, unless it is a repeated view. Resolves when the view has been
 * committed to the database.
 */
export function addDailyView(view: RecentView): Promise<RecentViewResult> {
  return writeViewsCoalesced(getViewCountWriteGroup(view.contentId), view)
}

/**
 * Writes concurrent views in one transaction with one row per video, so that a popular video does not become
 * a bottleneck.
 */
const writeViewsCoalesced = coalesceWrites((_, views: RecentView[]): Promise<RecentViewResult[]> =>
  transaction(async (tx) => {
    const marks = await recordRecentViews(tx, views)
    const sums = sumViews(views.filter((_view, at) => marks[at]!.isCounted))
    await insertViews(tx, sums, 'daily_view_counts')
    await insertViews(tx, sums, 'daily_video_analytics')
    return marks
  }),
)

interface DailyViews {
  contentId: string
  /** The calendar day (in UTC) to which the views are added. */
  day: string
  views: number
}

async function insertViews(
  tx: Tx,
  sums: DailyViews[],
  table: 'daily_view_counts' | 'daily_video_analytics',
): Promise<void> {
  if (sums.length === 0) return
  const item = selectItemsWithoutAccessCheck().select('content.id')
  // The rows are ordered to avoid deadlocks between processes. Videos that were erased in the meantime are
  // skipped.
  await sql`insert into ${sql.table(table)} as known (content_id, day, views)
    select told.content_id, told.day, told.views
    from unnest(${sums.map(({ contentId }) => contentId)}::uuid[], ${sums.map(({ day }) => day)}::date[],
      ${sums.map(({ views }) => views)}::int[]) as told (content_id, day, views)
    where told.content_id in (${item}) order by told.content_id, told.day
    on conflict (content_id, day) do update set views = known.views + excluded.views`.execute(tx)
}

function sumViews(views: RecentView[]): DailyViews[] {
  const sums = new Map<string, DailyViews>()
  for (const { contentId, at } of views) {
    const day = toUtcDay(at)
    const name = `${contentId} ${day}`
    const sum = sums.get(name)
    if (sum) sum.views += 1
    else sums.set(name, { contentId, day, views: 1 })
  }
  return [...sums.values()]
}

/**
 * Merges the view counts of days that are older than every reporting period (`viewCountingRules.periodDays`)
 * into one row per video.
 */
export async function aggregateOldViews(now = new Date()): Promise<void> {
  const days = Math.max(...viewCountingRules.periodDays)
  await sql`with old as (
      delete from daily_view_counts where day > '-infinity' and day <= ${toUtcDay(now)}::date - ${days}::int
      returning content_id, views
    )
    insert into daily_view_counts as known (content_id, day, views)
    select content_id, '-infinity', sum(views) from old group by content_id order by content_id
    on conflict (content_id, day) do update set views = known.views + excluded.views`.execute(db)
}
