import { sql } from 'kysely'
import { ages } from '#contract/limits.ts'
import { effectiveAge } from '../accounts/age.ts'
import { db } from '../platform/db/db.ts'
import type { Chore } from '../platform/queue.ts'

export const profileChores: Chore[] = [
  { name: 'grow-up', cron: '5 * * * *', run: growUp },
  { name: 'free-usernames', cron: '25 3 * * *', run: freeUsernames },
]

/** Who has turned 18 is no minor any more (ruling 12). They stay shown by username until they choose otherwise. */
export async function growUp(): Promise<void> {
  await db
    .updateTable('profiles')
    .from('private_details')
    .set({ is_minor: false })
    .whereRef('private_details.user_id', '=', 'profiles.user_id')
    .where('profiles.is_minor', '=', true)
    .where(effectiveAge, '>=', ages.adult)
    .execute()
}

/** What is free again needs no memory. */
async function freeUsernames(): Promise<void> {
  await db
    .deleteFrom('dropped_usernames')
    .where('free_at', '<', sql<Date>`now()`)
    .execute()
}
