import { sql } from 'kysely'
import { accountDeletionLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { accountVisibilityJob } from '#server/content/account-visibility.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { deletionScheduledEmail } from './deletion-emails.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'

/**
 * Whether a scheduled deletion is due and can no longer be cancelled. The condition uses the current time
 * instead of the transaction's start time. If the condition used the transaction's start time, a slow
 * transaction that began before the deadline could cancel a deletion that is already being carried out.
 */
export const isDeletionDue = sql<boolean>`(profiles.deletion_scheduled_at <= clock_timestamp() - make_interval(hours => ${sql.lit(accountDeletionLimits.cancelHours)}))`

/**
 * Schedules the deletion of the viewer's account, and returns when the deletion was scheduled. Once the
 * transaction commits, the account and its content are hidden from everyone else. The call is idempotent.
 */
export async function scheduleDeletion(tx: Tx, viewer: Member): Promise<Date> {
  const { deletion_scheduled_at: before } = await lockDeletionSchedule(tx, viewer.id)
  if (before) return before
  const { deletion_scheduled_at } = await tx
    .updateTable('profiles')
    .set({ deletion_scheduled_at: sql<Date>`now()` })
    .where('user_id', '=', viewer.id)
    .returning('deletion_scheduled_at')
    .executeTakeFirstOrThrow()
  await enqueueAccountEmail(tx, viewer.email, (to) => deletionScheduledEmail(to, deletion_scheduled_at!))
  await enqueue(tx, accountVisibilityJob, { userId: viewer.id })
  return deletion_scheduled_at!
}

/**
 * Cancels the viewer's scheduled deletion, if there is one. Throws `deletion_too_late` if the deletion is
 * already due.
 */
export async function cancelScheduledDeletion(viewer: Member): Promise<undefined> {
  await transaction(async (tx) => {
    const { deletion_scheduled_at, is_due } = await lockDeletionSchedule(tx, viewer.id)
    if (!deletion_scheduled_at) return
    if (is_due) throw new ApiError('deletion_too_late')
    await tx
      .updateTable('profiles')
      .set({ deletion_scheduled_at: null })
      .where('user_id', '=', viewer.id)
      .execute()
    await enqueue(tx, accountVisibilityJob, { userId: viewer.id })
  })
}

/**
 * Locks the profile, so that scheduling, cancelling and carrying out the deletion cannot run at the same
 * time.
 */
function lockDeletionSchedule(tx: Tx, userId: string) {
  return selectPeopleWithoutAccessCheck(tx)
    .select(['deletion_scheduled_at', isDeletionDue.as('is_due')])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
