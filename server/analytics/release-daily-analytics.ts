import { sql } from 'kysely'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import { db } from '#server/platform/db/db.ts'
import { toUtcDay, toUtcDayBefore } from '#server/view-counts/utc-days.ts'

const released = [
  { table: 'daily_video_analytics', minViewers: analyticsLimits.minViewers },
  { table: 'daily_view_sources', minViewers: analyticsLimits.minViewersForSources },
] as const

/**
 * Releases the figures for closed days to creators. Consecutive days of a video form a group and are released
 * together as soon as the group has enough viewers. Creators only ever see sums over whole groups, and these
 * sums never change. Comparing two sums therefore never reveals the figures of a group that is too small
 * (decision 055).
 */
export async function publishDailyAnalytics(now = new Date()): Promise<void> {
  for (const { table, minViewers } of released) {
    const days = await listClosedDays(table, minViewers, now)
    await markReleases(table, groupIntoReleases(days, minViewers))
    await deleteOldRows(table, now)
  }
  await sumFollowerChanges(now)
}

type ReleasedTable = (typeof released)[number]['table']

interface ClosedDay {
  content_id: string
  day: string
  viewers: number
}

/**
 * Lists the closed days of every video that has enough viewers for its figures to be released. A day is
 * closed when the tokens for the views on that day have expired.
 */
async function listClosedDays(table: ReleasedTable, minViewers: number, now: Date): Promise<ClosedDay[]> {
  const closed = toUtcDayBefore(new Date(now.getTime() - analyticsLimits.releaseDelayHours * 3600_000), 1)
  const { rows } = await sql<ClosedDay>`select content_id, day, viewers from (
      select content_id, day, sum(viewers)::int8 as viewers,
        sum(sum(viewers)) over (partition by content_id) as total
      from ${sql.table(table)} where released_on is null and day <= ${closed} group by content_id, day
    ) as days where total >= ${sql.lit(minViewers)} order by content_id, day`.execute(db)
  return rows
}

interface Release {
  content_id: string
  from: string
  to: string
}

/**
 * Groups consecutive days of each video until they have enough viewers. The last days stay unreleased if they
 * do not have enough viewers.
 */
function groupIntoReleases(days: ClosedDay[], minViewers: number): Release[] {
  const releases: Release[] = []
  let open: (Release & { viewers: number }) | undefined
  for (const { content_id, day, viewers } of days) {
    if (open?.content_id !== content_id) open = { content_id, from: day, to: day, viewers: 0 }
    open.to = day
    open.viewers += viewers
    if (open.viewers < minViewers) continue
    releases.push(open)
    open = undefined
  }
  return releases
}

async function markReleases(table: ReleasedTable, releases: Release[]): Promise<void> {
  await sql`update ${sql.table(table)} as days set released_on = release.last
    from unnest(${releases.map(({ content_id }) => content_id)}::uuid[],
      ${releases.map(({ from }) => from)}::date[], ${releases.map(({ to }) => to)}::date[])
      as release (content_id, first, last)
    where days.content_id = release.content_id and day between first and last and released_on is null`.execute(
    db,
  )
}

/**
 * After the retention period, deletes the groups of days that were released together, and days that were
 * never released.
 */
async function deleteOldRows(table: string, now: Date): Promise<void> {
  const oldest = toUtcDayBefore(now, analyticsLimits.daysKept)
  await sql`delete from ${sql.table(table)} where released_on < ${oldest}
    or (released_on is null and day < ${oldest})`.execute(db)
}

/** Sums the follower changes of past days, so that each creator has one row per day. */
async function sumFollowerChanges(now: Date): Promise<void> {
  const today = toUtcDay(now)
  await db
    .deleteFrom('daily_follower_changes')
    .where('day', '<', toUtcDayBefore(now, analyticsLimits.daysKept))
    .execute()
  await sql`with several as (select user_id, day from daily_follower_changes where day < ${today}
      group by user_id, day having count(*) > 1),
    removed as (delete from daily_follower_changes as one using several
      where one.user_id = several.user_id and one.day = several.day returning one.*)
    insert into daily_follower_changes (user_id, day, gained, lost)
    select user_id, day, sum(gained), sum(lost) from removed group by user_id, day`.execute(db)
}
