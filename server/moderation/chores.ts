import { sql } from 'kysely'
import { tellOfAway } from '../content/away.ts'
import { transaction } from '../platform/db/db.ts'
import { type Chore, enqueue } from '../platform/queue.ts'
import { freeClaims } from './claim.ts'

/** A suspension ends by its time alone; this puts the numbers beside videos right again, which counted without them. */
export async function endSuspensions(): Promise<void> {
  await transaction(async (tx) => {
    const back = await tx
      .updateTable('profiles')
      .set({ suspended_until: null })
      .where('suspended_until', '<=', sql<Date>`now()`)
      .returning('user_id')
      .execute()
    for (const { user_id: userId } of back) await enqueue(tx, tellOfAway, { userId })
  })
}

export const moderationChores: Chore[] = [
  { name: 'end-suspensions', cron: '*/5 * * * *', run: endSuspensions },
  { name: 'free-claims', cron: '*/5 * * * *', run: freeClaims },
]
