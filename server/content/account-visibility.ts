import { emitEvent } from '#server/domain-events.ts'
import { db, transaction, type Tx } from '../platform/db/db.ts'
import { defineJob } from '#server/platform/queue/queue.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { isAccountHidden } from '#server/access-policy/visible-profiles.ts'
import { recountLikesAndComments } from './recount-counters.ts'

/**
 * This job updates open pages and video counters after an account becomes hidden (deletion scheduled,
 * suspended) or visible again.
 */
export const accountVisibilityJob = defineJob<{ userId: string }>(
  'apply-account-visibility',
  { retryLimit: 20 },
  { formerName: 'tell-of-away' },
)

/**
 * Updates open pages and video counters according to the current visibility of the account. The job reads the
 * current state of the account, so it can safely run twice, late, or after the change was reverted.
 */
export async function applyAccountVisibility({ userId }: { userId: string }): Promise<void> {
  const isGone = await transaction((tx) => announceAccountVisibility(tx, userId))
  if (isGone === null) return
  for (const id of await listCommentedContentIds(userId)) await updateCommentedItem(id, userId, isGone)
}

/**
 * Tells open pages that the account is hidden, and returns whether it is. Returns null if the account does not exist.
 * The lock blocks an erasure of the account until the event is stored, so no event with the id of an erased account
 * remains.
 */
async function announceAccountVisibility(tx: Tx, userId: string): Promise<boolean | null> {
  const person = await selectPeopleWithoutAccessCheck(tx)
    .select(isAccountHidden().as('is_hidden'))
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!person) return null
  if (person.is_hidden) await emitEvent(tx, { type: 'creator_visibility_changed', ownerId: userId })
  return person.is_hidden
}

/**
 * Updates each item in a separate transaction, because a person may have commented on thousands of items and
 * a single transaction would lock all of them.
 */
function updateCommentedItem(contentId: string, userId: string, isGone: boolean): Promise<void> {
  return transaction(async (tx) => {
    await recountLikesAndComments(tx, contentId)
    if (!isGone) return
    const written = await tx
      .selectFrom('comments')
      .select('id')
      .where('content_id', '=', contentId)
      .where('user_id', '=', userId)
      .execute()
    for (const { id: commentId } of written)
      await emitEvent(tx, { type: 'comment_deleted', contentId, commentId })
  })
}

export async function listCommentedContentIds(userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('content_id')
    .distinct()
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.content_id)
}
