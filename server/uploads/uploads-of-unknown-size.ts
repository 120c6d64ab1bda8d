import { pipeline, type Readable } from 'node:stream'
import { toUploadType } from '#contract/content/content-types.ts'
import { hasVideoExtension, getMaxUploadBytes } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '../platform/db/db.ts'
import { countAndRethrowStorageError } from '#server/platform/storage/storage-metrics.ts'
import { storage } from '../platform/storage/storage.ts'
import { fileTooLargeError } from './create-upload.ts'
import { discardUpload } from './discard-upload.ts'
import {
  createValidationStreamForUploadKey,
  getUploadStorageKey,
  saveDetectedUploadFormat,
} from './upload-storage-keys.ts'
import type { OwnUpload } from './own-upload.ts'

/*
 * Handles uploads that are created without a file name and size, as the specification's client creates them.
 * The multipart POST contains the file name and the size. When the POST arrives, the upload gets the same
 * checks as an upload with a declared name and size. The tus protocol cannot resume a file of unknown size.
 */

/**
 * Stores the file from a form and returns the upload with its name and size. When the upload was created, its
 * size was unknown, so the maximum size for its type was counted towards the quota.
 */
export async function receiveUploadOfUnknownSize(
  upload: OwnUpload,
  file: Readable,
  fileName: () => string,
): Promise<OwnUpload> {
  const key = getUploadStorageKey(upload.id)
  let size = 0
  const measured = async function* () {
    for await (const chunk of file) {
      // The file extension is checked when the first byte arrives, because the header of the multipart part
      // contains the file name.
      if (size === 0 && !hasVideoExtension(upload.file_name || fileName()))
        throw new ApiError('unsupported_format')
      size += (chunk as Buffer).length
      yield chunk
    }
  }
  const validation = await createValidationStreamForUploadKey(key, 0, Buffer.alloc(0))
  // An error in `measured` also destroys the validation stream and therefore aborts the write.
  pipeline(measured, validation, () => {})
  await storage
    .putStream(key, validation)
    .catch((error: unknown) => throwFileTooLarge(error, upload))
    .catch(countAndRethrowStorageError)
    .finally(() => saveDetectedUploadFormat(key, validation))
  if (size === 0) throw new ApiError('video_required')
  const known = { file_name: upload.file_name || fileName(), file_size: size, is_declared: true }
  await db.updateTable('uploads').set(known).where('id', '=', upload.id).execute()
  return { ...upload, ...known }
}

/**
 * Throws `file_too_large` if the file exceeds the limit of its content type. The validation stream compares
 * the number of bytes with the declared size. If no size was declared, the stream uses the limit of the
 * content type instead.
 */
function throwFileTooLarge(error: unknown, { file_size, content_type }: OwnUpload): never {
  const type = toUploadType(content_type)
  const isTooLong = error instanceof ApiError && error.code === 'upload_mismatch'
  throw isTooLong && file_size === getMaxUploadBytes(type) ? fileTooLargeError(type) : error
}

/**
 * Handles tus requests for an undeclared upload. An undeclared upload can be deleted over tus, but its bytes
 * cannot be sent over tus.
 */
export async function handleTusRequestForUndeclaredUpload(
  request: Request,
  upload: OwnUpload,
): Promise<Response> {
  if (request.method !== 'DELETE')
    throw new ApiError('invalid_input', {
      problem: 'Create the upload with file_name and file_size to send it in parts.',
    })
  await discardUpload(upload)
  return new Response(null, { status: 204, headers: { 'tus-resumable': '1.0.0' } })
}
