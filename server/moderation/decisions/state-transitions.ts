import {
  type CommentModerationState,
  type ContentModerationState,
  isAllowedTransition,
} from '#contract/moderation/moderation-states.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { enqueueContentErasure } from '#server/content/delete-content.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { changeCommentState } from './comment-state.ts'
import { recordAutomaticDecision } from './automatic-decisions.ts'
import type { ModerationActor, ModerationTarget } from './moderation-target.ts'

/**
 * Moves an item or a comment to another state. Updates the row and the item's counters, publishes live
 * updates and writes an audit entry, all in one transaction. Returns the previous state. Throws
 * `move_refused` for transitions that are not in the transition table, such as a transition to the current
 * state.
 */
export async function changeModerationState<M extends ModerationTarget>(
  tx: Tx,
  target: M,
  to: M['subject'] extends 'content' ? ContentModerationState : CommentModerationState,
  by: ModerationActor,
): Promise<string> {
  const from =
    target.subject === 'content'
      ? await changeContentState(tx, target.id, to as ContentModerationState)
      : await changeCommentState(tx, target.id, to as CommentModerationState)
  await writeAuditEntry(tx, {
    action: 'move',
    actor: by.id,
    subject: { kind: target.subject, id: target.id },
    details: { from, to, reason: by.reason, case: by.caseId ?? null },
  })
  if (by.kind === 'system') await recordAutomaticDecision(tx, target, from, to, by)
  return from
}

/** Like `changeModerationState`, but returns false instead of throwing if the transition is not allowed. */
export async function tryChangeModerationState<M extends ModerationTarget>(
  tx: Tx,
  target: M,
  to: M['subject'] extends 'content' ? ContentModerationState : CommentModerationState,
  by: ModerationActor,
): Promise<boolean> {
  const from = await lockModerationState(tx, target)
  if (from === undefined || !isAllowedTransition(target.subject, from, to)) return false
  await changeModerationState(tx, target, to, by)
  return true
}

/** Locks the row of an item or comment and returns its state, or undefined if it does not exist. */
async function lockModerationState(tx: Tx, { subject, id }: ModerationTarget): Promise<string | undefined> {
  if (subject === 'comment') {
    const row = await tx
      .selectFrom('comments')
      .select('moderation')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    return row?.moderation
  }
  const row = await selectItemsWithoutAccessCheck(tx)
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
    await emitEvent(tx, { type: 'content_removed', contentId: id })
    await enqueueContentErasure(tx, id)
    return from
  }
  await tx.updateTable('content').set({ moderation: to }).where('id', '=', id).execute()
  // Open live-update streams must check again whether their viewers are still allowed to watch the video.
  await emitEvent(tx, { type: 'content_visibility_changed', contentId: id })
  return from
}
