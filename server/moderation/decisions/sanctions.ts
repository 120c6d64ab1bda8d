import { emitEvent } from '#server/domain-events.ts'
import { sql } from 'kysely'
import { generateUsername } from '#server/accounts/generated-usernames.ts'
import { isUsernameReserved, reserveUsername } from '#server/accounts/usernames.ts'
import { accountVisibilityJob } from '#server/content/account-visibility.ts'
import { isUniqueViolation, type Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'

/** Matches decisions that have not been reversed. */
const isDecisionInForce = sql`decisions.user_id = profiles.user_id and decisions.reversed_at is null`

/**
 * Recomputes a person's sanctions from the decisions in force. There are three kinds of sanctions: a
 * suspension, a mute, and a profile that must stay private. Because sanctions are always recomputed from
 * scratch, reversing one decision never undoes another.
 */
export async function recomputeSanctions(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({
      suspended_until: sql<Date | null>`(select max(case decisions.action when 'ban' then 'infinity' else decisions.until end)
        from decisions where ${isDecisionInForce} and decisions.action in ('suspend', 'ban')
        and (decisions.action = 'ban' or decisions.until > now()))`,
      comments_muted_until: sql<Date | null>`(select max(decisions.until) from decisions
        where ${isDecisionInForce} and decisions.action = 'mute_comments' and decisions.until > now())`,
      private_by_decision: sql<boolean>`exists (select from decisions where ${isDecisionInForce} and decisions.action = 'force_private')`,
    })
    .where('user_id', '=', userId)
    .execute()
  await enqueue(tx, accountVisibilityJob, { userId })
}

export async function endApiClientSessions(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`exists (select from bearer_tokens where bearer_tokens.session_id = sessions.id)`)
    .execute()
}

export async function makeProfilePrivate(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('profiles').set({ is_private: true }).where('user_id', '=', userId).execute()
  await emitEvent(tx, { type: 'creator_visibility_changed', ownerId: userId })
}

/**
 * Assigns a generated username that the owner can change immediately. The old username stays reserved for 30
 * days.
 */
export async function forceNewUsername(tx: Tx, userId: string, old: string): Promise<void> {
  await reserveUsername(tx, old)
  for (let tries = 0; tries < 50; tries += 1) {
    const username = generateUsername()
    if (await isUsernameReserved(tx, username)) continue
    if (await isUsernameTaken(tx, username)) continue
    await tx
      .updateTable('profiles')
      .set({ username, has_generated_username: true, last_username_change: null })
      .where('user_id', '=', userId)
      .execute()
    return
  }
  throw new Error('could not generate a free username')
}

async function isUsernameTaken(tx: Tx, username: string): Promise<boolean> {
  const other = await selectPeopleWithoutAccessCheck(tx)
    .select('user_id')
    .where(({ eb, fn }) => eb(fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  return other !== undefined
}

/** Restores the old username unless someone else has taken it. */
export async function restorePreviousUsername(tx: Tx, userId: string, username: string): Promise<void> {
  await sql`savepoint name`.execute(tx)
  try {
    await tx
      .updateTable('profiles')
      .set({ username, has_generated_username: false })
      .where('user_id', '=', userId)
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error, 'profiles_username')) throw error
    await sql`rollback to savepoint name`.execute(tx)
  }
}
