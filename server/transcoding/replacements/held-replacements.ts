import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import {
  endVideoReplacement,
  inProgressReplacementStates,
} from '#server/uploads/replacements/end-replacement.ts'
import { swapInReplacement } from './swap-in-replacement.ts'

const removedMessage = {
  state: 'refused',
  error_title: 'Video removed',
  error_detail: 'This video was removed, so its file wasn’t replaced.',
  isModeratorDecision: true,
} as const

const refusedMessage = {
  state: 'refused',
  error_title: 'New video rejected',
  error_detail: 'A moderator reviewed the new video and rejected it.',
  isModeratorDecision: true,
} as const

/**
 * Cancels the file replacement of an item that moderators have removed. The decision to remove the item is
 * about its current file.
 */
export async function cancelReplacementOfRemovedItem(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== 'content_visibility_changed') return
  const open = await findOpenReplacement(tx, event.contentId)
  if (open && isRemoved(open.moderation)) await endVideoReplacement(tx, event.contentId, removedMessage)
}

/**
 * Publishes a new file that was held for review, after a moderator has approved it. If the item was removed,
 * ends the replacement instead.
 */
export async function publishReviewedReplacement(tx: Tx, contentId: string): Promise<void> {
  await lockItem(tx, contentId)
  const open = await findOpenReplacement(tx, contentId)
  if (open?.state !== 'held' || open.deleted_at) return
  if (isRemoved(open.moderation)) await endVideoReplacement(tx, contentId, removedMessage)
  else await swapInReplacement(tx, contentId)
}

/**
 * Refuses only the new file of an item. The item keeps its current file. Throws if no new file of the item is
 * held for review.
 */
export async function rejectHeldReplacement(tx: Tx, contentId: string): Promise<void> {
  await lockItem(tx, contentId)
  const open = await findOpenReplacement(tx, contentId)
  if (open?.state !== 'held') throw new ApiError('action_refused')
  await endVideoReplacement(tx, contentId, refusedMessage)
}

/**
 * Clears the status of a refused new file after the owner's appeal has succeeded. The refused file is already
 * deleted, so the owner has to upload it again.
 */
export async function clearRejectedReplacement(tx: Tx, contentId: string): Promise<void> {
  await tx
    .updateTable('stream_replacements')
    .set({ state: 'cancelled' })
    .where('content_id', '=', contentId)
    .where('state', '=', 'refused')
    .where('error_title', '=', refusedMessage.error_title)
    .execute()
}

/**
 * Locks the item, and returns whether a new file of the item is held for review. Because of the lock, no
 * worker can put a new file on hold before the caller's transaction ends.
 */
export async function lockAndCheckHeldReplacement(tx: Tx, contentId: string): Promise<boolean> {
  await lockItem(tx, contentId)
  const open = await findOpenReplacement(tx, contentId)
  return open?.state === 'held' && !open.deleted_at
}

async function lockItem(tx: Tx, contentId: string): Promise<void> {
  await selectItemsWithoutAccessCheck(tx).select('id').where('id', '=', contentId).forUpdate().execute()
}

function findOpenReplacement(tx: Tx, contentId: string) {
  return selectItemsWithoutAccessCheck(tx)
    .innerJoin('stream_replacements', 'stream_replacements.content_id', 'content.id')
    .select(['content.moderation', 'content.deleted_at', 'stream_replacements.state'])
    .where('content.id', '=', contentId)
    .where('stream_replacements.state', 'in', inProgressReplacementStates)
    .forUpdate('stream_replacements')
    .executeTakeFirst()
}

function isRemoved(moderation: string): boolean {
  return moderation === 'removed' || moderation === 'quarantined'
}
