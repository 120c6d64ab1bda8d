import { sql } from 'kysely'
import {
  createScheduledBroadcast,
  rescheduleBroadcast,
  setBroadcastReminder,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import type { Visibility } from '#contract/content/content-types.ts'
import { listNotifications, type Notification } from '#contract/notifications.ts'
import { notifyOfCancelledBroadcast } from '#server/notifications/broadcast-changes/cancelled-broadcasts.ts'
import { notifyAfterDelay } from '#server/notifications/broadcast-changes/postponed-notifications.ts'
import { notifyOfRescheduledBroadcast } from '#server/notifications/broadcast-changes/rescheduled-broadcasts.ts'
import { db } from '#server/platform/db/db.ts'
import type { TestUser } from './test-app.ts'

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Schedules a broadcast that starts in an hour. These members set a reminder for it. Returns its id. */
export async function scheduleBroadcastWithReminders(
  creator: TestUser,
  members: readonly TestUser[],
  { title = 'Rooftop concert', visibility = 'public' as Visibility } = {},
): Promise<string> {
  const { id } = await creator.call(createScheduledBroadcast, {
    body: { title, visibility, starts_at: inMinutes(60) },
  })
  for (const member of members) await member.call(setBroadcastReminder, { params: { id } })
  return id
}

/** Reschedules a broadcast. Returns the new start time. */
export async function reschedule(creator: TestUser, id: string, minutes: number): Promise<string> {
  const body = { starts_at: inMinutes(minutes) }
  return (await creator.call(rescheduleBroadcast, { params: { id }, body })).starts_at
}

const handlers = {
  'notify-cancelled-broadcast': (data: { contentId: string; at: string }) =>
    notifyOfCancelledBroadcast(data, { signal: new AbortController().signal }),
  'notify-rescheduled-broadcast': (data: { contentId: string; at: string }) =>
    notifyOfRescheduledBroadcast(data, { signal: new AbortController().signal }),
  'notify-postponed-schedule-change': (data: unknown) =>
    notifyAfterDelay([data as Parameters<typeof notifyAfterDelay>[0][number]]),
}

/**
 * Runs the waiting jobs that notify members about cancelled and rescheduled broadcasts, in an application without
 * workers. With `delayed`, also runs the jobs that are not due yet. Returns the number of jobs.
 */
export async function runScheduleChangeJobs({ delayed = false } = {}): Promise<number> {
  const { rows } = await sql<{ name: keyof typeof handlers; data: { contentId: string; at: string } }>`
    delete from pgboss.job where name = any(${Object.keys(handlers)}) and state = 'created'
      and (${delayed} or start_after <= now()) returning name, data`.execute(db)
  for (const { name, data } of rows) await handlers[name](data)
  return rows.length
}

/** Returns in how many minutes each of the delayed jobs starts. */
export async function listScheduleChangeDelays(): Promise<number[]> {
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job
    where name = any(${Object.keys(handlers)}) and state = 'created' and start_after > now() order by 1`.execute(
    db,
  )
  return rows.map(({ minutes }) => minutes)
}

/** Returns the member's notifications about cancelled and rescheduled broadcasts. */
export async function listScheduleNotifications(who: TestUser): Promise<Notification[]> {
  const { items } = await who.call(listNotifications, { query: {} })
  return items.filter(({ kind }) => kind === 'broadcast_cancelled' || kind === 'broadcast_rescheduled')
}
