import { pipeline, type Readable } from 'node:stream'
import { uploadTypeOf } from '#contract/kinds.ts'
import { hasVideoExtension, maxBytes } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { db } from '../platform/db/db.ts'
import { storage } from '../platform/storage/storage.ts'
import { tooLarge } from './create.ts'
import { discard } from './discard.ts'
import { gateOf, keyOf, refuseWhenFull, settle } from './gated.ts'
import type { OwnUpload } from './own.ts'

/*
 * Uploads that were announced without the name and size of their file, as the specification's client does (ruling 37). Their multipart
 * POST brings both, and what an announcement would have been refused for is refused then. tus cannot resume a file of unknown size.
 */

/** Stores the file of the form and returns the upload with what is now known of it. Its quota was reserved for the largest file of its type. */
export async function receiveUndeclared(
  upload: OwnUpload,
  file: Readable,
  fileName: () => string,
): Promise<OwnUpload> {
  const key = keyOf(upload.id)
  let size = 0
  const measured = async function* () {
    for await (const chunk of file) {
      // Not before the first bytes: the name comes in the header of their part.
      if (size === 0 && !hasVideoExtension(upload.file_name || fileName()))
        throw new Refusal('unsupported_format')
      size += (chunk as Buffer).length
      yield chunk
    }
  }
  const gate = await gateOf(key, 0, Buffer.alloc(0))
  // What breaks it breaks the gate, and so the writing.
  pipeline(measured, gate, () => {})
  await storage
    .putStream(key, gate)
    .catch((error: unknown) => refuseTooLong(error, upload))
    .catch(refuseWhenFull)
    .finally(() => settle(key, gate))
  if (size === 0) throw new Refusal('video_required')
  const known = { file_name: upload.file_name || fileName(), file_size: size, is_declared: true }
  await db.updateTable('uploads').set(known).where('id', '=', upload.id).execute()
  return { ...upload, ...known }
}

/** The gate compares with a size that here is the largest allowed, unless a size was announced without a name. */
function refuseTooLong(error: unknown, { file_size, content_type }: OwnUpload): never {
  const type = uploadTypeOf(content_type)
  const isTooLong = error instanceof Refusal && error.code === 'upload_mismatch'
  throw isTooLong && file_size === maxBytes(type) ? tooLarge(type) : error
}

/** What tus gets: an undeclared upload can be called off, not sent in pieces. */
export async function answerUndeclared(request: Request, upload: OwnUpload): Promise<Response> {
  if (request.method !== 'DELETE')
    throw new Refusal('invalid_input', { problem: 'Announce file_name and file_size to send it in pieces.' })
  await discard(upload)
  return new Response(null, { status: 204, headers: { 'tus-resumable': '1.0.0' } })
}
