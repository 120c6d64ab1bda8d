import { sql } from 'kysely'
import { accountDeletionLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { accountVisibilityJob } from '#server/content/account-visibility.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { deletionScheduledEmail } from './deletion-emails.ts'
import { selectPeopleUnchecked } from '#server/access-policy/people.ts'

/**
 * The first moment at which a booked deletion can't be taken back any more and may be carried out. The clock's time, not
 * the transaction's: one that began in time but comes late must not cancel what is being erased.
 */
export const isDeletionDue = sql<boolean>`(profiles.leaving_at <= clock_timestamp() - make_interval(hours => ${sql.lit(accountDeletionLimits.cancelHours)}))`

/** Books the deletion of one's account: from this commit on nobody else sees the person or what they made. Booking twice changes nothing. */
export async function scheduleDeletion(tx: Tx, viewer: Member): Promise<Date> {
  const { leaving_at: before } = await lockDeletionSchedule(tx, viewer.id)
  if (before) return before
  const { leaving_at } = await tx
    .updateTable('profiles')
    .set({ leaving_at: sql<Date>`now()` })
    .where('user_id', '=', viewer.id)
    .returning('leaving_at')
    .executeTakeFirstOrThrow()
  await enqueueEmail(tx, deletionScheduledEmail(viewer.email, leaving_at!))
  await enqueue(tx, accountVisibilityJob, { userId: viewer.id })
  return leaving_at!
}

/** Takes it back. What is not booked is as good as taken back. */
export async function cancelScheduledDeletion(viewer: Member): Promise<undefined> {
  await transaction(async (tx) => {
    const { leaving_at, is_due } = await lockDeletionSchedule(tx, viewer.id)
    if (!leaving_at) return
    if (is_due) throw new ApiError('deletion_too_late')
    await tx.updateTable('profiles').set({ leaving_at: null }).where('user_id', '=', viewer.id).execute()
    await enqueue(tx, accountVisibilityJob, { userId: viewer.id })
  })
}

/** Booking, taking back and erasing follow each other. */
function lockDeletionSchedule(tx: Tx, userId: string) {
  return selectPeopleUnchecked(tx)
    .select(['leaving_at', isDeletionDue.as('is_due')])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
