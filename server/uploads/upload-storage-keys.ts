import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { UploadValidationStream } from './upload-validation.ts'
import { isCanonicalUuid } from '#server/platform/uuid.ts'

/** Returns whether a string is an upload id in canonical form. */
export function isUploadId(text: string): boolean {
  return isCanonicalUuid(text)
}

/**
 * Returns the storage key of an upload's bytes. The storage key does not change when the upload is complete.
 */
export function getUploadStorageKey(id: string): string {
  return assertUploadKey(`uploads/${id}`)
}

/**
 * Throws unless the key belongs to an upload. Any other key is the result of a bug, or of an attack that
 * bypassed the id check.
 */
export function assertUploadKey(key: string): string {
  if (!key.startsWith('uploads/') || !isUploadId(key.slice('uploads/'.length)))
    throw new Error('not the key of an upload')
  return key
}

export function parseUploadIdFromKey(key: string): string {
  return assertUploadKey(key).slice('uploads/'.length)
}

/**
 * Matches the uploads of an item: the upload of its current file, and the upload of the file that will
 * replace it.
 */
export const isUploadOfItem = sql<boolean>`(uploads.content_id = content.id or uploads.replaces_content_id = content.id)`

/**
 * Returns the row of the upload with this key, or undefined if its item is deleted. No more bytes may be
 * written to the upload of a deleted item.
 */
export function findUploadByKey(key: string) {
  return selectItemsWithoutAccessCheck()
    .innerJoin('uploads', (join) => join.on(isUploadOfItem))
    .select(['file_size', 'demuxer', 'uploads.completed_at'])
    .where('uploads.id', '=', parseUploadIdFromKey(key))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Creates the stream that validates uploaded bytes before they reach a store. Offset 0 starts a new file, so
 * the detected format of an earlier attempt is cleared.
 */
export async function createValidationStreamForUploadKey(
  key: string,
  offset: number,
  head: Buffer | undefined,
): Promise<UploadValidationStream> {
  const row = await findUploadByKey(key)
  if (!row) throw new ApiError('upload_not_found')
  if (offset === 0 && row.demuxer) await touchUpload(key, { demuxer: null })
  const onTick = () =>
    void touchUpload(key, {}).catch((error) =>
      log.warn('could not update the upload’s last activity', { error: error.message }),
    )
  return new UploadValidationStream({
    size: row.file_size,
    demuxer: offset === 0 ? null : row.demuxer,
    offset,
    head,
    onTick,
  })
}

/** Stores the format that the validation stream has detected. */
export async function saveDetectedUploadFormat(
  key: string,
  validation: UploadValidationStream,
): Promise<void> {
  await touchUpload(key, validation.demuxer ? { demuxer: validation.demuxer } : {})
}

async function touchUpload(key: string, more: { demuxer?: string | null }): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ touched_at: new Date(), ...more })
    .where('id', '=', parseUploadIdFromKey(key))
    .execute()
}
