import { sql } from 'kysely'
import { deletion } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { tellOfAway } from '../content/away.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { post } from '../platform/mail.ts'
import { enqueue } from '../platform/queue.ts'
import { bookedLetter } from './letters.ts'
import { peopleAtWork } from '../safety/people.ts'

/**
 * The first moment at which a booked deletion can't be taken back any more and may be carried out. The clock's time, not
 * the transaction's: one that began in time but comes late must not cancel what is being erased.
 */
export const isDue = sql<boolean>`(profiles.leaving_at <= clock_timestamp() - make_interval(hours => ${sql.lit(deletion.cancelHours)}))`

/** Books the deletion of one's account: from this commit on nobody else sees the person or what they made. Booking twice changes nothing. */
export async function bookDeletion(tx: Tx, viewer: Member): Promise<Date> {
  const { leaving_at: before } = await lock(tx, viewer.id)
  if (before) return before
  const { leaving_at } = await tx
    .updateTable('profiles')
    .set({ leaving_at: sql<Date>`now()` })
    .where('user_id', '=', viewer.id)
    .returning('leaving_at')
    .executeTakeFirstOrThrow()
  await post(tx, bookedLetter(viewer.email, leaving_at!))
  await enqueue(tx, tellOfAway, { userId: viewer.id })
  return leaving_at!
}

/** Takes it back. What is not booked is as good as taken back. */
export async function cancelDeletion(viewer: Member): Promise<undefined> {
  await transaction(async (tx) => {
    const { leaving_at, is_due } = await lock(tx, viewer.id)
    if (!leaving_at) return
    if (is_due) throw new Refusal('deletion_too_late')
    await tx.updateTable('profiles').set({ leaving_at: null }).where('user_id', '=', viewer.id).execute()
    await enqueue(tx, tellOfAway, { userId: viewer.id })
  })
}

/** Booking, taking back and erasing follow each other. */
function lock(tx: Tx, userId: string) {
  return peopleAtWork(tx)
    .select(['leaving_at', isDue.as('is_due')])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
