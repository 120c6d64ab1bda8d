import { ages } from '#contract/limits.ts'
import { effectiveAge } from '../accounts/age.ts'
import { db } from '../platform/db/db.ts'

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
