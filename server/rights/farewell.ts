import { sql } from 'kysely'
import { isGrown } from '../accounts/age.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import { post } from '../platform/mail.ts'
import { peopleAtWork } from '../safety/people.ts'
import { farewellLetter } from './letters.ts'

/** Tells everybody who has turned twenty, once, that the account can only be read now. What they made stays until they delete it. */
export async function sayFarewell(): Promise<void> {
  const grown = await peopleAtWork()
    .innerJoin('private_details', 'private_details.user_id', 'profiles.user_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['users.id', 'users.email'])
    .where('farewell_at', 'is', null)
    .where('leaving_at', 'is', null)
    .where(isGrown)
    .execute()
  for (const { id, email } of grown) await transaction((tx) => tell(tx, id, email))
}

async function tell(tx: Tx, userId: string, email: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ farewell_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('farewell_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return
  await post(tx, farewellLetter(email))
  await announce(tx, { what: 'turned_twenty', userId })
}
