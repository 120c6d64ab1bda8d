import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck, selectOwnItems } from '#server/access-policy/content-queries.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { log } from '#server/platform/log.ts'
import { enqueueReplacementCleanup } from './replacement-cleanup.ts'
import { replacementsCounter } from './replacement-metrics.ts'

type Ending =
  | { state: 'cancelled' }
  | {
      state: 'refused' | 'failed'
      error_title: string
      error_detail: string
      /**
       * True if a moderator made the decision: the owner then gets a statement of reasons and no other
       * notification.
       */
      isModeratorDecision?: boolean
    }

export const inProgressReplacementStates = ['uploading', 'received', 'encoding', 'held'] as const

/**
 * Cancels the replacement of the owner's video file. If the replacement has already finished, clears its
 * status.
 */
export async function cancelOwnReplacement(owner: Member, contentId: string): Promise<undefined> {
  await transaction(async (tx) => {
    const item = await selectOwnItems(owner.id, tx)
      .select('content.id')
      .where('content.id', '=', contentId)
      .forUpdate('content')
      .executeTakeFirst()
    if (!item) throw new ApiError('content_not_found')
    if (await endVideoReplacement(tx, contentId, { state: 'cancelled' })) return
    await tx
      .updateTable('stream_replacements')
      .set({ state: 'cancelled' })
      .where('content_id', '=', contentId)
      .execute()
  })
}

/**
 * Cancels a replacement when its unfinished upload is discarded, for example because the upload was
 * abandoned.
 */
export async function cancelReplacementAfterUploadDiscard(
  contentId: string,
  uploadId: string,
): Promise<void> {
  await transaction(async (tx) => {
    await selectItemsWithoutAccessCheck(tx).select('id').where('id', '=', contentId).forUpdate().execute()
    const upload = await tx
      .selectFrom('uploads')
      .select('id')
      .where('id', '=', uploadId)
      .where('replaces_content_id', '=', contentId)
      .where('completed_at', 'is', null)
      .executeTakeFirst()
    if (upload) await endVideoReplacement(tx, contentId, { state: 'cancelled' })
  })
}

/**
 * Ends an open replacement without changing the item. Returns false if no replacement is open. A job deletes
 * the uploaded bytes and the outputs of the replacement. A transcode attempt that is still running stops when
 * it finds that the replacement has ended.
 */
export async function endVideoReplacement(tx: Tx, contentId: string, ending: Ending): Promise<boolean> {
  const { isModeratorDecision, ...columns } = { isModeratorDecision: false, ...ending }
  const ended = await tx
    .updateTable('stream_replacements')
    .set({
      ...columns,
      outputs: null,
      source: null,
      eta_seconds: null,
      waiting_for: null,
      finished_at: new Date(),
    })
    .where('content_id', '=', contentId)
    .where('state', 'in', inProgressReplacementStates)
    .returning('fence')
    .executeTakeFirst()
  if (!ended) return false
  const { rows: uploads } = await sql<{ id: string }>`
    delete from uploads where replaces_content_id = ${contentId} returning id`.execute(tx)
  await tx
    .deleteFrom('renditions')
    .where('content_id', '=', contentId)
    .where('superseded_at', '=', sql<Date>`'infinity'`)
    .execute()
  const item = await selectItemsWithoutAccessCheck(tx)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .select(['playback_id', 'streams.fence'])
    .where('content.id', '=', contentId)
    .executeTakeFirst()
  await enqueueReplacementCleanup(tx, {
    uploads: uploads.map(({ id }) => id),
    folders: item ? listTranscodeStoragePrefixes(item.playback_id, item.fence, ended.fence) : [],
  })
  replacementsCounter.inc({ outcome: ending.state })
  log.info('replacement ended', { contentId, outcome: ending.state })
  if (!item) return true
  await emitEvent(tx, { type: 'replacement_changed', contentId })
  if (ending.state !== 'cancelled' && !isModeratorDecision)
    await emitEvent(tx, { type: 'replacement_failed', contentId })
  return true
}

/** Returns the storage folders of the transcode attempts after `published`, up to and including `last`. */
export function listTranscodeStoragePrefixes(playbackId: string, published: number, last: number): string[] {
  return Array.from(
    { length: Math.max(0, last - published) },
    (_, at) => `media/${playbackId}/${published + 1 + at}`,
  )
}
