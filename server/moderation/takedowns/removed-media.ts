import { type DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { openModerationCase } from '../cases/open-case.ts'
import { tryChangeModerationState } from '../decisions/state-transitions.ts'

/**
 * Records media that was removed for serious violations. New uploads that match the removed media are held
 * until a moderator reviews them.
 */
export async function handleRemovedMediaEvent(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type === 'content_visibility_changed') return updateRemovedMedia(tx, event.contentId)
  if (event.type === 'removed_media_matched') return holdKnownCopy(tx, event)
  if (event.type === 'replacement_held') await openCopyCase(tx, event)
}

async function updateRemovedMedia(tx: Tx, contentId: string): Promise<void> {
  const item = await selectItemsWithoutAccessCheck(tx)
    .select('moderation')
    .where('id', '=', contentId)
    .executeTakeFirst()
  if (item?.moderation === 'quarantined') return rememberRemovedMedia(tx, contentId, 0)
  if (item?.moderation === 'removed') {
    const priority = await highestCasePriority(tx, contentId)
    if (priority !== null && priority <= 1) await rememberRemovedMedia(tx, contentId, priority)
  }
  if (item?.moderation === 'approved' || item?.moderation === 'limited')
    await tx.deleteFrom('removed_media_hashes').where('content_id', '=', contentId).execute()
}

async function highestCasePriority(tx: Tx, contentId: string): Promise<number | null> {
  const { priority } = await tx
    .selectFrom('cases')
    .select(({ fn }) => fn.min('priority').as('priority'))
    .where('content_id', '=', contentId)
    .where('subject', '=', 'content')
    .executeTakeFirstOrThrow()
  return priority
}

async function rememberRemovedMedia(tx: Tx, contentId: string, priority: number): Promise<void> {
  await tx
    .insertInto('removed_media_hashes')
    .columns(['content_id', 'sha256', 'perceptual_hash', 'priority'])
    .expression((from) =>
      from
        .selectFrom('media_hashes')
        .select(['content_id', 'sha256', 'perceptual_hash', from.lit(priority).as('priority')])
        .where('content_id', '=', contentId),
    )
    .onConflict((row) => row.column('content_id').doUpdateSet({ priority }))
    .execute()
}

async function holdKnownCopy(tx: Tx, event: { contentId: string; priority: number }): Promise<void> {
  const opened = await openCopyCase(tx, event)
  if (!opened) return
  await tryChangeModerationState(tx, { subject: 'content', id: event.contentId }, 'held', {
    kind: 'system',
    reason: 'known_copy',
    caseId: opened.id,
  })
}

/**
 * Opens a case about media that resembles removed media. If only a new file for an item resembles removed
 * media, the item does not change: the new file takes effect when the case is closed with an approval
 * (cases/close-case.ts).
 */
async function openCopyCase(
  tx: Tx,
  { contentId, priority }: { contentId: string; priority: number },
): Promise<{ id: string } | undefined> {
  const item = await selectItemsWithoutAccessCheck(tx)
    .select('user_id')
    .where('id', '=', contentId)
    .executeTakeFirst()
  return item && openModerationCase(tx, { subject: 'content', contentId, userId: item.user_id, priority })
}
