import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { getDefaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { ageBandSql } from '#server/accounts/age.ts'
import { config } from '#server/platform/config.ts'
import { db, type Tx } from '#server/platform/db/db.ts'

export type FirstDayActivity = 'uploads' | 'comments' | 'follows'

/**
 * Counts an action, and throws `first_day_full` if the account has reached the limits of its first day. Call
 * this function at the start of the action's transaction, so that failed actions are not counted and
 * concurrent actions run one after another.
 */
export async function enforceFirstDayLimit(
  tx: Tx,
  userId: string,
  activity: FirstDayActivity,
): Promise<void> {
  const fresh = await tx
    .selectFrom('users')
    .leftJoin('private_details', 'private_details.user_id', 'users.id')
    .select(ageBandSql.as('band'))
    .where('users.id', '=', userId)
    .where(isInFirstDay)
    .executeTakeFirst()
  if (!fresh) return
  const most = getDefaultSettingValue('first_day', fresh.band, config.safetyPreset)[activity]
  const counted = await tx
    .insertInto('first_day_usage')
    .values({ user_id: userId, [activity]: 1 })
    .onConflict((row) =>
      row
        .column('user_id')
        .doUpdateSet({ [activity]: sql`${sql.ref(`first_day_usage.${activity}`)} + 1` })
        .where(sql.ref<number>(`first_day_usage.${activity}`), '<', most),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!counted) throw new ApiError('first_day_full')
}

const isInFirstDay = sql<boolean>`users.created_at > now() - interval '24 hours'`

/** Deletes the first-day counts of accounts that are older than a day. */
export async function deleteOutdatedFirstDayCounts(): Promise<void> {
  await db
    .deleteFrom('first_day_usage')
    .using('users')
    .whereRef('users.id', '=', 'first_day_usage.user_id')
    .where(sql<boolean>`not ${isInFirstDay}`)
    .execute()
}
