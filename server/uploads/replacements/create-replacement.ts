import type { createReplacement } from '#contract/content/replacements.ts'
import { toUploadType } from '#contract/content/content-types.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { hasVideoExtension, getMaxUploadBytes } from '#contract/limits.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { hasOpenCaseAboutItem } from '#server/access-policy/moderation-case-conditions.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { enforceFirstDayLimit } from '#server/safety-settings/first-day-limits.ts'
import { buildUploadUrl, fileTooLargeError } from '../create-upload.ts'
import { getUploadStorageKey } from '../upload-storage-keys.ts'
import { assertUploadSlotFree, assertWithinQuota } from '../upload-quota.ts'
import { getUploadStore } from '../upload-store.ts'

type File = ParsedInputOf<typeof createReplacement>['body']

/**
 * Creates the empty upload that will replace the file of the owner's video. The current file is kept until
 * the new file is ready.
 */
export async function createVideoReplacement(
  owner: Member,
  contentId: string,
  file: File,
): Promise<ResponseOf<typeof createReplacement>> {
  enforceRateLimit('replacements', owner.id)
  return transaction(async (tx) => {
    await assertUploadSlotFree(tx, owner.id)
    const { stream_id } = await lockReplaceableItem(tx, owner, contentId, file)
    await assertWithinQuota(tx, owner.id, file.file_size)
    await enforceFirstDayLimit(tx, owner.id, 'uploads')
    await insertReplacement(tx, contentId)
    const { id } = await tx
      .insertInto('uploads')
      .values({ replaces_content_id: contentId, user_id: owner.id, ...file })
      .returning('id')
      .executeTakeFirstOrThrow()
    // As in create-upload.ts, creating the empty file in storage is the last step.
    await getUploadStore().begin(getUploadStorageKey(id), file.file_size)
    return { uploadURL: buildUploadUrl(id), contentId, streamId: stream_id }
  })
}

/**
 * Locks the item, and throws unless its file can be replaced. While a moderation case about the item is open,
 * the current file is evidence and cannot be replaced. The file of an item that moderators have removed
 * cannot be replaced, because the moderators' decision was about this file.
 */
async function lockReplaceableItem(tx: Tx, owner: Member, contentId: string, file: File) {
  const item = await selectOwnItems(owner.id, tx)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .select(['content.stream_id', 'content.content_type', 'content.stream_status', 'content.moderation'])
    .select('streams.state')
    .where('content.id', '=', contentId)
    .forUpdate('content')
    .executeTakeFirst()
  if (!item) throw new ApiError('content_not_found')
  const type = toUploadType(item.content_type)
  if (!hasVideoExtension(file.file_name)) throw new ApiError('unsupported_format')
  if (file.file_size > getMaxUploadBytes(type)) throw fileTooLargeError(type)
  if (item.moderation === 'removed' || item.moderation === 'quarantined')
    throw new ApiError('replacement_of_removed_video')
  if (await hasOpenCaseAboutItem(tx, contentId)) throw new ApiError('replacement_in_review')
  const isEncoding = item.state !== 'ready' && item.state !== 'failed'
  if (item.stream_status !== 'ready' || isEncoding) throw new ApiError('replacement_not_ready')
  return item
}

/**
 * Each item has one row for all its replacements, so the fencing token continues from earlier replacements.
 */
async function insertReplacement(tx: Tx, contentId: string): Promise<void> {
  const begun = await tx
    .insertInto('stream_replacements')
    .values({ content_id: contentId })
    .onConflict((row) =>
      row
        .column('content_id')
        .doUpdateSet({
          state: 'uploading',
          tries: 0,
          percent: 0,
          eta_seconds: null,
          queued_at: null,
          started_at: null,
          heartbeat_at: null,
          finished_at: null,
          waiting_for: null,
          error_title: null,
          error_detail: null,
          source: null,
          outputs: null,
          created_at: new Date(),
        })
        .where('stream_replacements.state', 'in', ['replaced', 'refused', 'failed', 'cancelled']),
    )
    .returning('content_id')
    .executeTakeFirst()
  if (!begun) throw new ApiError('replacement_running')
}
