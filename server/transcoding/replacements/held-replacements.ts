import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { endReplacement, openReplacementStates } from '#server/uploads/replacements/end-replacement.ts'
import { swapInReplacement } from './swap-in-replacement.ts'

const removedMessage = {
  state: 'refused',
  error_title: 'Video removed',
  error_detail: 'This video was removed, so its file wasn’t replaced.',
} as const

/** Cancels the replacement of an item that moderators have removed. The decision is about the current file. */
export async function cancelReplacementOfRemovedItem(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type !== 'content_visibility_changed') return
  const open = await findOpenReplacement(tx, event.contentId)
  if (open && isRemoved(open.moderation)) await endReplacement(tx, event.contentId, removedMessage)
}

/** Publishes the replacement that waited for the review of its item, unless the item was removed. */
export async function publishReviewedReplacement(tx: Tx, contentId: string): Promise<void> {
  await selectItemsWithoutAccessCheck(tx).select('id').where('id', '=', contentId).forUpdate().execute()
  const open = await findOpenReplacement(tx, contentId)
  if (open?.state !== 'held' || open.deleted_at) return
  if (isRemoved(open.moderation)) await endReplacement(tx, contentId, removedMessage)
  else await swapInReplacement(tx, contentId)
}

function findOpenReplacement(tx: Tx, contentId: string) {
  return selectItemsWithoutAccessCheck(tx)
    .innerJoin('stream_replacements', 'stream_replacements.content_id', 'content.id')
    .select(['content.moderation', 'content.deleted_at', 'stream_replacements.state'])
    .where('content.id', '=', contentId)
    .where('stream_replacements.state', 'in', openReplacementStates)
    .forUpdate('stream_replacements')
    .executeTakeFirst()
}

function isRemoved(moderation: string): boolean {
  return moderation === 'removed' || moderation === 'quarantined'
}
