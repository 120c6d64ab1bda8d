import {
  type CommentModerationState,
  type ContentModerationState,
  isAllowedTransition,
} from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/events.ts'
import { enqueueContentErasure } from '#server/content/delete-content.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { selectItemsUnchecked } from '#server/access-policy/items.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { changeCommentState } from './comment-state.ts'
import { recordAutomaticDecision } from './automatic-decisions.ts'
import type { TransitionActor, TransitionTarget } from './transition-target.ts'

/**
 * Moves an item or a comment to another state. Updates the row, the item's counters, live updates and the audit
 * log in one transaction. Returns the previous state. Throws `move_refused` for transitions that are not in the
 * table, including one to the same state.
 */
export async function changeModerationState<M extends TransitionTarget>(
  tx: Tx,
  what: M,
  to: M['subject'] extends 'content' ? ContentModerationState : CommentModerationState,
  by: TransitionActor,
): Promise<string> {
  const from =
    what.subject === 'content'
      ? await changeContentState(tx, what.id, to as ContentModerationState)
      : await changeCommentState(tx, what.id, to as CommentModerationState)
  await writeAuditEntry(tx, {
    did: 'move',
    actor: by.id,
    subject: { kind: what.subject, id: what.id },
    more: { from, to, reason: by.reason, case: by.caseId ?? null },
  })
  if (by.kind === 'system') await recordAutomaticDecision(tx, what, from, to, by)
  return from
}

/**
 * Moves an item or a comment to another state automatically. Unlike `changeModerationState`, returns false
 * instead of throwing if the transition is not allowed.
 */
export async function tryChangeModerationState<M extends TransitionTarget>(
  tx: Tx,
  what: M,
  to: M['subject'] extends 'content' ? ContentModerationState : CommentModerationState,
  by: TransitionActor,
): Promise<boolean> {
  const from = await lockModerationState(tx, what)
  if (from === undefined || !isAllowedTransition(what.subject, from, to)) return false
  await changeModerationState(tx, what, to, by)
  return true
}

/** Locks the row of an item or comment and returns its state, or undefined if it does not exist. */
async function lockModerationState(tx: Tx, { subject, id }: TransitionTarget): Promise<string | undefined> {
  if (subject === 'comment') {
    const row = await tx
      .selectFrom('comments')
      .select('moderation')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    return row?.moderation
  }
  const row = await selectItemsUnchecked(tx)
    .select(['moderation', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && (row.deleted_at ? 'deleted' : row.moderation)
}

async function changeContentState(tx: Tx, id: string, to: ContentModerationState): Promise<string> {
  const from = await lockModerationState(tx, { subject: 'content', id })
  if (from === undefined) throw new ApiError('content_not_found')
  if (!isAllowedTransition('content', from, to)) throw new ApiError('move_refused')
  if (to === 'deleted') {
    await tx.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    await emitEvent(tx, { what: 'content_gone', contentId: id })
    await enqueueContentErasure(tx, id)
    return from
  }
  await tx.updateTable('content').set({ moderation: to }).where('id', '=', id).execute()
  // Open streams must recheck whether their viewers are still allowed to watch.
  await emitEvent(tx, { what: 'audience_changed', contentId: id })
  return from
}
