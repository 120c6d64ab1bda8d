import { sql } from 'kysely'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { watchTimeSettings } from '#contract/limits.ts'
import type { addWatchTime, getWatchTime } from '#contract/wellbeing.ts'
import { db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { loadUserTimeZone } from './user-time-zone.ts'
import { toLocalTime } from './local-time.ts'

/**
 * How many of a person's latest heartbeats, from all tabs together, are remembered to detect repeated
 * heartbeats.
 */
const rememberedHeartbeats = 8

/**
 * Adds the seconds of a heartbeat to the person's watch time for the current day in their time zone. The
 * seconds added are limited to the time since the person's previous heartbeat, so time watched in two tabs at
 * once is counted only once. A heartbeat that arrives twice is counted once.
 */
export async function addWatchedSeconds(
  viewer: Member,
  { beat, seconds }: ParsedInputOf<typeof addWatchTime>['body'],
  now = new Date(),
): Promise<undefined> {
  const passed = sql<number>`extract(epoch from ${now}::timestamptz - coalesce(
    (select max(counted_until) from daily_watch_time where user_id = ${viewer.id}), 'epoch'))::float8`
  await db
    .insertInto('daily_watch_time')
    .values({
      user_id: viewer.id,
      day: await localToday(viewer, now),
      seconds: sql`greatest(0, least(${seconds}::float8, ${passed}))`,
      counted_until: now,
      heartbeat_ids: [beat],
    })
    .onConflict((day) =>
      day
        .columns(['user_id', 'day'])
        .doUpdateSet({
          seconds: sql`daily_watch_time.seconds + greatest(0, least(${seconds}::float8,
            extract(epoch from ${now}::timestamptz - daily_watch_time.counted_until)::float8))`,
          counted_until: sql`greatest(daily_watch_time.counted_until, excluded.counted_until)`,
          heartbeat_ids: sql`(excluded.heartbeat_ids || daily_watch_time.heartbeat_ids)[:${sql.lit(rememberedHeartbeats)}]`,
        })
        .where(sql<boolean>`not daily_watch_time.heartbeat_ids @> excluded.heartbeat_ids`),
    )
    .execute()
}

/** Returns the minutes watched per day for the most recent days, including today. */
export async function loadWatchTime(
  viewer: Member,
  now = new Date(),
): Promise<ResponseOf<typeof getWatchTime>> {
  const last = await localToday(viewer, now)
  const rows = await db
    .selectFrom('daily_watch_time')
    .select(['day', 'seconds'])
    .where('user_id', '=', viewer.id)
    .where('day', '>', dayBefore(last, watchTimeSettings.daysShown))
    .execute()
  const seconds = new Map(rows.map((row) => [row.day, row.seconds]))
  const days = Array.from({ length: watchTimeSettings.daysShown }, (_, at) => {
    const day = dayBefore(last, watchTimeSettings.daysShown - 1 - at)
    return { day, minutes: Math.round((seconds.get(day) ?? 0) / 60) }
  })
  return { days }
}

export async function clearWatchTime(viewer: Member): Promise<undefined> {
  await db.deleteFrom('daily_watch_time').where('user_id', '=', viewer.id).execute()
}

export async function deleteOldWatchTime(now = new Date()): Promise<void> {
  const oldest = dayBefore(now.toISOString().slice(0, 10), watchTimeSettings.daysKept)
  await db.deleteFrom('daily_watch_time').where('day', '<', oldest).execute()
}

async function localToday(viewer: Member, now: Date): Promise<string> {
  return toLocalTime(now, (await loadUserTimeZone(db, viewer.id)) ?? 'UTC')!.day
}

/**
 * Returns the date that is `days` days before `day`. The calculation uses only calendar dates and does not
 * depend on a time zone.
 */
function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 24 * 3600_000).toISOString().slice(0, 10)
}
