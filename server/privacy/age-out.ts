import { sql } from 'kysely'
import { isAboveMaxAge } from '#server/accounts/age.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { ageOutEmail } from './privacy-emails.ts'

/**
 * Notifies people who have turned 20 that their account is now read-only. Each person is notified only once.
 * The content of people over 19 remains until they delete it.
 */
export async function notifyAgedOutUsers(): Promise<void> {
  const grown = await selectPeopleWithoutAccessCheck()
    .innerJoin('private_details', 'private_details.user_id', 'profiles.user_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.id', 'users.email'])
    .where('age_out_notified_at', 'is', null)
    .where('deletion_scheduled_at', 'is', null)
    .where(isAboveMaxAge)
    .execute()
  for (const { id, email } of grown) await transaction((tx) => notifyAgedOutUser(tx, id, email))
}

async function notifyAgedOutUser(tx: Tx, userId: string, email: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ age_out_notified_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('age_out_notified_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return
  await enqueueAccountEmail(tx, email, (to) => ageOutEmail(to))
  await emitEvent(tx, { type: 'turned_twenty', userId })
}
