import { ApiError } from '#contract/errors/api-error.ts'
import type { WeeklyDigest } from '#contract/weekly-digest.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { loadUserTimeZone } from '#server/wellbeing/user-time-zone.ts'
import { findDigestTime } from './digest-times.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

export async function loadWeeklyDigest(viewer: Member): Promise<WeeklyDigest> {
  const row = await db
    .selectFrom('weekly_digest_settings')
    .select('user_id')
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  return { on: row !== undefined, email_confirmed: viewer.emailVerified }
}

export async function setWeeklyDigest(viewer: Member, on: boolean): Promise<WeeklyDigest> {
  if (on) {
    const zone = (await loadUserTimeZone(db, viewer.id)) ?? 'UTC'
    await db
      .insertInto('weekly_digest_settings')
      .values({ user_id: viewer.id, next_at: findDigestTime(new Date(), zone) })
      .onConflict((row) => row.doNothing())
      .execute()
  } else await turnOff(viewer.id)
  return { on, email_confirmed: viewer.emailVerified }
}

/**
 * Turns off the weekly email for the person that the token identifies. Repeated requests have no further
 * effect. The response is the same if the account no longer exists.
 */
export async function unsubscribeWithToken(token: string): Promise<undefined> {
  const userId = readUnsubscribeToken(token)
  if (!userId) throw new ApiError('unsubscribe_link_invalid')
  await turnOff(userId)
}

async function turnOff(userId: string): Promise<void> {
  await db.deleteFrom('weekly_digest_settings').where('user_id', '=', userId).execute()
}
