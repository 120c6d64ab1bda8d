import { pipeline, type Readable } from 'node:stream'
import { toUploadType } from '#contract/content/content-types.ts'
import { hasVideoExtension, maxUploadBytes } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db } from '../platform/db/db.ts'
import { storage } from '../platform/storage/storage.ts'
import { fileTooLargeError } from './create-upload.ts'
import { discardUpload } from './discard-upload.ts'
import { createValidationStream, uploadKeyOf, throwStorageError, saveSniffResult } from './upload-keys.ts'
import type { OwnUpload } from './own-upload.ts'

/*
 * Uploads that were announced without the name and size of their file, as the specification's client does (ruling 37). Their multipart
 * POST brings both, and what an announcement would have been refused for is refused then. tus cannot resume a file of unknown size.
 */

/** Stores the file of the form and returns the upload with what is now known of it. Its quota was reserved for the largest file of its type. */
export async function receiveUndeclaredUpload(
  upload: OwnUpload,
  file: Readable,
  fileName: () => string,
): Promise<OwnUpload> {
  const key = uploadKeyOf(upload.id)
  let size = 0
  const measured = async function* () {
    for await (const chunk of file) {
      // Not before the first bytes: the name comes in the header of their part.
      if (size === 0 && !hasVideoExtension(upload.file_name || fileName()))
        throw new ApiError('unsupported_format')
      size += (chunk as Buffer).length
      yield chunk
    }
  }
  const gate = await createValidationStream(key, 0, Buffer.alloc(0))
  // What breaks it breaks the gate, and so the writing.
  pipeline(measured, gate, () => {})
  await storage
    .putStream(key, gate)
    .catch((error: unknown) => throwFileTooLarge(error, upload))
    .catch(throwStorageError)
    .finally(() => saveSniffResult(key, gate))
  if (size === 0) throw new ApiError('video_required')
  const known = { file_name: upload.file_name || fileName(), file_size: size, is_declared: true }
  await db.updateTable('uploads').set(known).where('id', '=', upload.id).execute()
  return { ...upload, ...known }
}

/** The gate compares with a size that here is the largest allowed, unless a size was announced without a name. */
function throwFileTooLarge(error: unknown, { file_size, content_type }: OwnUpload): never {
  const type = toUploadType(content_type)
  const isTooLong = error instanceof ApiError && error.code === 'upload_mismatch'
  throw isTooLong && file_size === maxUploadBytes(type) ? fileTooLargeError(type) : error
}

/** What tus gets: an undeclared upload can be called off, not sent in pieces. */
export async function handleUndeclaredTusRequest(request: Request, upload: OwnUpload): Promise<Response> {
  if (request.method !== 'DELETE')
    throw new ApiError('invalid_input', { problem: 'Announce file_name and file_size to send it in pieces.' })
  await discardUpload(upload)
  return new Response(null, { status: 204, headers: { 'tus-resumable': '1.0.0' } })
}
