import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { isDiskFull, StorageUnavailable } from '#server/platform/storage/storage-errors.ts'
import { countStorageError } from '#server/platform/storage/storage-metrics.ts'
import { selectItemsUnchecked } from '#server/access-policy/items.ts'
import { UploadValidationStream } from './upload-validation.ts'
import { isCanonicalUuid } from '#server/platform/uuid.ts'

/** Whether the text is exactly an upload id in its canonical form. */
export function isUploadId(text: string): boolean {
  return isCanonicalUuid(text)
}

/** The storage key of an upload's bytes, both while they arrive and when they are complete. */
export function uploadKeyOf(id: string): string {
  return assertUploadKey(`uploads/${id}`)
}

/** Throws unless the key is an upload's. Any other key is a bug, or an attack that got past the id check. */
export function assertUploadKey(key: string): string {
  if (!key.startsWith('uploads/') || !isUploadId(key.slice('uploads/'.length)))
    throw new Error('not the key of an upload')
  return key
}

export function uploadIdOf(key: string): string {
  return assertUploadKey(key).slice('uploads/'.length)
}

/**
 * Returns the row of the upload with this key, or undefined if its item is deleted: then nothing more is
 * written.
 */
export function findUploadRow(key: string) {
  return selectItemsUnchecked()
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['file_size', 'demuxer'])
    .where('uploads.id', '=', uploadIdOf(key))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Creates the stream that validates the bytes on their way to a store. Offset 0 starts a new file, so the
 * sniffed format of an earlier attempt is cleared.
 */
export async function createValidationStream(
  key: string,
  offset: number,
  head: Buffer | undefined,
): Promise<UploadValidationStream> {
  const row = await findUploadRow(key)
  if (!row) throw new ApiError('upload_not_found')
  if (offset === 0 && row.demuxer) await touchUpload(key, { demuxer: null })
  const onTick = () =>
    void touchUpload(key, {}).catch((error) => log.warn('touch failed', { error: error.message }))
  return new UploadValidationStream({
    size: row.file_size,
    demuxer: offset === 0 ? null : row.demuxer,
    offset,
    head,
    onTick,
  })
}

/** Stores the format that the stream has sniffed. */
export async function saveSniffResult(key: string, validation: UploadValidationStream): Promise<void> {
  await touchUpload(key, validation.demuxer ? { demuxer: validation.demuxer } : {})
}

async function touchUpload(key: string, more: { demuxer?: string | null }): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ touched_at: new Date(), ...more })
    .where('id', '=', uploadIdOf(key))
    .execute()
}

export function throwStorageError(error: unknown): never {
  countStorageFailure(error)
  throw isDiskFull(error) ? new ApiError('storage_full') : error
}

/** Counts storage errors only: most failed uploads are broken client connections. */
function countStorageFailure(error: unknown): void {
  if (isDiskFull(error) || error instanceof StorageUnavailable) countStorageError('upload', error)
}
