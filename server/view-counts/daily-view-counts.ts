import { sql } from 'kysely'
import { viewCountingRules } from '#contract/limits.ts'
import { coalesceWrites } from '#server/platform/coalesce-writes.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'

interface DailyView {
  contentId: string
  /** The calendar day (in UTC) to which the view is added. */
  day: string
}

/** The maximum number of database connections that write views at the same time. */
const maxConnections = 4

/** Adds one view. Resolves when the view has been committed to the database. */
export function addDailyView(one: DailyView): Promise<void> {
  return writeViewsCoalesced(`${Number.parseInt(one.contentId.slice(-2), 16) % maxConnections}`, one)
}

/**
 * Writes concurrent views in one statement with one row per video, so that a popular video does not become a
 * bottleneck.
 */
const writeViewsCoalesced = coalesceWrites(async (_, views: DailyView[]): Promise<void[]> => {
  await transaction((tx) => insertViews(tx, sumViews(views)))
  return views.map(() => undefined)
})

async function insertViews(tx: Tx, sums: (DailyView & { views: number })[]): Promise<void> {
  const item = selectItemsWithoutAccessCheck().select('content.id')
  // The rows are ordered to avoid deadlocks between processes. Videos that were erased in the meantime are
  // skipped.
  await sql`insert into daily_view_counts as known (content_id, day, views)
    select told.content_id, told.day, told.views
    from unnest(${sums.map(({ contentId }) => contentId)}::uuid[], ${sums.map(({ day }) => day)}::date[],
      ${sums.map(({ views }) => views)}::int[]) as told (content_id, day, views)
    where told.content_id in (${item}) order by told.content_id, told.day
    on conflict (content_id, day) do update set views = known.views + excluded.views`.execute(tx)
}

function sumViews(views: DailyView[]) {
  const sums = new Map<string, DailyView & { views: number }>()
  for (const one of views) {
    const name = `${one.contentId} ${one.day}`
    const sum = sums.get(name)
    if (sum) sum.views += 1
    else sums.set(name, { ...one, views: 1 })
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

export function toUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
