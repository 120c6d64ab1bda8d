import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { isGenreAllowedForUploadType } from '#contract/content/genres.ts'
import type { UploadType } from '#contract/content/content-types.ts'
import { uploadTypeNames } from '#contract/errors/upload-type-names.ts'
import { hasVideoExtension, getMaxUploadBytes, getMaxUploadSizeLabel } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { createUpload } from '#contract/content/uploads.ts'
import { config } from '../platform/config.ts'
import { transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { log } from '../platform/log.ts'
import { enforceFirstDayLimit } from '#server/safety-settings/first-day-limits.ts'
import { requireValidTags } from '#server/content/content-tags.ts'
import { requireValidLanguage } from '#server/content/video-language.ts'
import { checkContentText, emitContentTextHeld } from '#server/content/content-text-checks.ts'
import { addUploadToSeries } from '#server/series/series-episodes.ts'
import { insertDraft } from './insert-draft.ts'
import { assertUploadSlotFree, assertWithinQuota } from './upload-quota.ts'
import { getUploadStore } from './upload-store.ts'
import { getUploadStorageKey } from './upload-storage-keys.ts'

type UploadInput = ParsedInputOf<typeof createUpload>['body']

/** Creates the draft, its stream and the empty upload in one transaction. */
export async function createUploadDraft(
  owner: Member,
  body: UploadInput,
): Promise<ResponseOf<typeof createUpload>> {
  if (body.user_id && body.user_id !== owner.id) throw new ApiError('forbidden')
  assertFileAllowed(owner.id, body)
  if (!isGenreAllowedForUploadType(body.content_type, body.genre)) throw new ApiError('genre_unknown')
  const tags = requireValidTags(owner, body.tags)
  const language = requireValidLanguage(body.language)
  const { texts, held } = checkContentText(owner, body, body.anyway)
  return transaction(async (tx) => {
    await assertUploadSlotFree(tx, owner.id)
    const { file_name = '', file_size = getMaxUploadBytes(body.content_type) } = body
    const is_declared = body.file_name !== undefined && body.file_size !== undefined
    await assertWithinQuota(tx, owner.id, file_size)
    await enforceFirstDayLimit(tx, owner.id, 'uploads')
    const draft = await insertDraft(tx, owner.id, { ...body, ...texts, tags, language }, held)
    if (body.series) await addUploadToSeries(tx, owner, draft.id, body.series)
    if (held.length > 0) await emitContentTextHeld(tx, owner, draft.id, held)
    const { id } = await tx
      .insertInto('uploads')
      .values({ content_id: draft.id, user_id: owner.id, file_name, file_size, is_declared })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Creating the empty file in storage is the last step of the transaction. If storage has no space for the
    // file, the draft is rolled back.
    if (is_declared) await getUploadStore().begin(getUploadStorageKey(id), file_size)
    return { uploadURL: buildUploadUrl(id), contentId: draft.id, streamId: draft.stream_id }
  })
}

/**
 * Returns the URL to which the client sends the bytes. The URL is absolute, because the specification's
 * client uses it unchanged.
 */
export function buildUploadUrl(id: string): string {
  return `${config.publicUrl}/api/uploads/${id}`
}

function assertFileAllowed(userId: string, body: UploadInput): void {
  const error = findFileError(body)
  if (!error) return
  log.info('upload refused', { reason: error.code, userId })
  throw error
}

/**
 * Checks the declared name and size. A name or size that the client did not declare is checked when the bytes
 * arrive (uploads-of-unknown-size.ts).
 */
function findFileError({ content_type: type, file_name, file_size }: UploadInput): ApiError | null {
  if (file_size === 0) return new ApiError('video_required')
  if (file_name !== undefined && !hasVideoExtension(file_name)) return new ApiError('unsupported_format')
  return file_size !== undefined && file_size > getMaxUploadBytes(type) ? fileTooLargeError(type) : null
}

export function fileTooLargeError(type: UploadType): ApiError {
  return new ApiError('file_too_large', { type: uploadTypeNames[type], size: getMaxUploadSizeLabel(type) })
}
