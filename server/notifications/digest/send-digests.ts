import { sql } from 'kysely'
import type { Content } from '#contract/content/content.ts'
import { loadMemberById } from '#server/auth/load-viewer.ts'
import { listVisibleContent } from '#server/content/list-content.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { createCounter } from '#server/platform/metrics/registry.ts'
import { defineJob, enqueueJobs } from '#server/platform/queue/queue.ts'
import { loadQuietHoursEnd } from '#server/wellbeing/user-quiet-hours.ts'
import { loadUserTimeZone } from '#server/wellbeing/user-time-zone.ts'
import { selectVisibleNotifications } from '../visible-notifications.ts'
import { type DigestContent, weeklyDigestEmail } from './digest-email.ts'
import { getDigestWeekDate, findDigestTime, findNextWeeksDigestTime } from './digest-times.ts'

/** This job sends the weekly email to one person. */
export const weeklyDigestJob = defineJob<{ userId: string }>('send-weekly-digest', {
  retryLimit: 5,
  deleteAfterSeconds: 3600,
})

const emails = createCounter('afterbell_weekly_digests_total', 'Weekly emails handed to the mail queue')

/** The number of jobs that one transaction enqueues. */
const batchSize = 500
const maxVideos = 10
const hourMs = 3600_000
const dayMs = 24 * hourMs

/**
 * Enqueues a job for everyone whose weekly email is due. If a job fails permanently, the email is due again
 * two hours later.
 */
export async function enqueueDueDigests(now = new Date()): Promise<void> {
  for (;;) {
    const count = await transaction(async (tx) => {
      const { rows } = await sql<{ userId: string }>`
        update weekly_digest_settings set next_at = ${new Date(now.getTime() + 2 * hourMs)}
        where user_id in (select user_id from weekly_digest_settings where next_at <= ${now}
          order by next_at limit ${batchSize} for update skip locked)
        returning user_id as "userId"`.execute(tx)
      await enqueueJobs(tx, weeklyDigestJob, rows)
      return rows.length
    })
    if (count < batchSize) return
  }
}

/**
 * Sends a person their weekly email, unless nothing is new. The email contains only what the person may see
 * when the email is sent. The row in `weekly_digests` ensures that a person gets at most one email per week,
 * even if two workers run this job.
 */
export async function sendWeeklyDigest({ userId }: { userId: string }, now = new Date()): Promise<void> {
  const settings = await db
    .selectFrom('weekly_digest_settings')
    .select('checked_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const viewer = settings ? await loadMemberById(userId) : null
  if (!settings || !viewer) return
  const zone = (await loadUserTimeZone(db, userId)) ?? 'UTC'
  // The time zone or the quiet hours may have changed since the email was scheduled.
  const due = await findUndisturbedTime(userId, now, zone)
  if (due > now) return setNextTime(userId, due)
  if (!canReceiveDigest(viewer)) return setNextTime(userId, findNextWeeksDigestTime(now, zone))
  const weekAgo = new Date(now.getTime() - 7 * dayMs)
  const since = settings.checked_at && settings.checked_at > weekAgo ? settings.checked_at : weekAgo
  const content = await loadDigestContent(viewer, since)
  await transaction(async (tx) => {
    // The row is missing if the person has turned off the weekly email in the meantime.
    const { numUpdatedRows } = await tx
      .updateTable('weekly_digest_settings')
      .set({ checked_at: now, next_at: findNextWeeksDigestTime(now, zone) })
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || !content) return
    const claimed = await tx
      .insertInto('weekly_digests')
      .values({ user_id: userId, week: getDigestWeekDate(now, zone) })
      .onConflict((row) => row.doNothing())
      .returning('week')
      .executeTakeFirst()
    if (!claimed) return
    await enqueueAccountEmail(tx, viewer.email, (to) => weeklyDigestEmail(to, userId, content))
    emails.inc()
  })
}

/**
 * Members get no weekly email while their account is read-only, suspended or scheduled for deletion, or while
 * their email address is unconfirmed.
 */
function canReceiveDigest(viewer: Member): boolean {
  const { emailVerified, isSuspended, hasAgedOut, deletionScheduledAt } = viewer
  return emailVerified && !isSuspended && !hasAgedOut && !deletionScheduledAt
}

async function findUndisturbedTime(userId: string, now: Date, zone: string): Promise<Date> {
  const quietUntil = await transaction((tx) => loadQuietHoursEnd(tx, userId, now))
  return findDigestTime(quietUntil ?? now, zone)
}

async function setNextTime(userId: string, next_at: Date): Promise<void> {
  await db.updateTable('weekly_digest_settings').set({ next_at }).where('user_id', '=', userId).execute()
}

/** Returns the content of a weekly email, or null if nothing is new since the last weekly email. */
async function loadDigestContent(viewer: Member, since: Date): Promise<DigestContent | null> {
  const [{ items, next_cursor }, unread] = await Promise.all([
    listVisibleContent(viewer, { followed: 'true', limit: maxVideos }),
    countUnread(viewer, since),
  ])
  const isNew = ({ created_at }: Content) => new Date(created_at) > since
  const videos = items.filter(isNew)
  if (videos.length === 0 && unread.fresh === 0) return null
  return { videos, hasMore: videos.length === items.length && next_cursor !== null, unread: unread.all }
}

async function countUnread(viewer: Member, since: Date): Promise<{ all: number; fresh: number }> {
  const all = sql<number>`count(*)::int`.as('all')
  const fresh = sql<number>`(count(*) filter (where notifications.created_at > ${since}))::int`.as('fresh')
  return selectVisibleNotifications(viewer)
    .select([all, fresh])
    .where('notifications.read_at', 'is', null)
    .executeTakeFirstOrThrow()
}
