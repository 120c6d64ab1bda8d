import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { ApiError } from '#contract/errors/api-error.ts'
import { createErrorResponse } from '#server/platform/http/error-responses.ts'
import type { HonoEnv } from '#server/platform/http/routes.ts'
import { log } from '../platform/log.ts'
import { getUploadStore, removeUploadedBytes } from './upload-store.ts'
import { getUploadStorageKey } from './upload-storage-keys.ts'
import { completeUpload } from './complete-upload.ts'
import { discardUpload } from './discard-upload.ts'
import { withUploadLock } from './upload-locks.ts'
import { readFilePart, requireFormContentType } from './multipart-parser.ts'
import { type OwnUpload, requireOwnUpload } from './own-upload.ts'
import { handleTusRequest } from './tus.ts'
import { withUncopiedRequestBody } from './uncopied-request-body.ts'
import { handleTusRequestForUndeclaredUpload, receiveUploadOfUnknownSize } from './uploads-of-unknown-size.ts'

/**
 * Handles requests to an upload URL: tus requests, or a form that contains the whole file. Uploaded bytes
 * cannot be read back from an upload URL.
 */
export async function receiveUpload(c: Context<HonoEnv>): Promise<Response> {
  const { method } = c.req.raw
  if (method === 'GET')
    return createErrorResponse(new ApiError('method_not_allowed'), c.var.requestId, { allow })
  if (method === 'OPTIONS') return handleTusRequest(c.req.raw, null, c.var.requestId)
  const upload = await requireOwnUpload(c.var.viewer, c.req.param('id') ?? '')
  try {
    if (method === 'POST') return await receiveForm(c, upload)
    return await receiveTus(c, upload)
  } catch (error) {
    await discardRejectedUpload(error, upload)
    throw error
  }
}

const allow = 'HEAD, PATCH, POST, DELETE, OPTIONS'

async function receiveTus(c: Context<HonoEnv>, upload: OwnUpload): Promise<Response> {
  const request = c.req.raw
  if (upload.completed_at) return respondToCompletedUpload(request, upload)
  if (!upload.is_declared) return handleTusRequestForUndeclaredUpload(request, upload)
  const response = await withUncopiedRequestBody(request, c.env?.incoming, () =>
    handleTusRequest(request, upload.id, c.var.requestId),
  )
  if (!response.ok) return response
  if (request.method === 'DELETE') await discardUpload(upload)
  // A HEAD request also completes an upload, because the server may have been killed just after the last byte
  // arrived.
  else if (Number(response.headers.get('upload-offset')) === upload.file_size) await completeTus(c, upload)
  return response
}

/**
 * Keeps the upload's lock when another request asks for it. Completing an upload is quick, so the other
 * request can wait.
 */
function ignoreReleaseRequest(): void {}

/**
 * Completes a tus upload. Takes the lock, because a form request may have restarted the upload after the last
 * byte arrived over tus.
 */
async function completeTus(c: Context<HonoEnv>, { id }: OwnUpload): Promise<void> {
  const key = getUploadStorageKey(id)
  await withUploadLock(key, ignoreReleaseRequest, async () => {
    const current = await requireOwnUpload(c.var.viewer, id)
    if (current.completed_at) return
    const { offset } = await getUploadStore().getUpload(key)
    if (offset !== current.file_size) throw new ApiError('conflict')
    await completeUpload(current)
  })
}

/**
 * Responds to a request for a completed upload. Takes the file size from the upload's row, because the
 * received bytes may already be deleted.
 */
function respondToCompletedUpload(request: Request, { file_size }: OwnUpload): Response {
  if (request.method !== 'HEAD') throw new ApiError('upload_complete')
  const size = String(file_size)
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': size, 'upload-length': size }
  return new Response(null, { headers: { ...headers, 'cache-control': 'no-store' } })
}

/**
 * Receives one POST of multipart/form-data with the file in the `file` field, as in the specification. The
 * POST always restarts the upload.
 */
async function receiveForm(c: Context<HonoEnv>, upload: OwnUpload): Promise<Response> {
  const request = c.req.raw
  if (upload.completed_at) throw new ApiError('upload_complete')
  const contentType = requireFormContentType(request.headers.get('content-type'))
  const body = request.body ?? Readable.from([])
  let file: Readable | undefined
  let fileName = ''
  const requestRelease = () => void file?.destroy(new ApiError('conflict'))
  await withUploadLock(getUploadStorageKey(upload.id), requestRelease, async () => {
    // The upload may have been deleted or completed while this request waited for the lock.
    const current = await requireOwnUpload(c.var.viewer, upload.id)
    if (current.completed_at) throw new ApiError('upload_complete')
    await removeUploadedBytes(upload.id)
    file = Readable.from(readFilePart(body, contentType, 'file', (name) => (fileName = name)))
    // This listener is needed because the upload lock can be lost before anything reads the stream. An error
    // event without a listener would crash the process.
    file.on('error', () => {})
    const received = current.is_declared
      ? await receiveDeclared(current, file)
      : await receiveUploadOfUnknownSize(current, file, () => fileName)
    await completeUpload(received)
  })
  return Response.json({ contentId: upload.content_id, streamId: upload.stream_id })
}

async function receiveDeclared(upload: OwnUpload, file: Readable): Promise<OwnUpload> {
  const key = getUploadStorageKey(upload.id)
  await getUploadStore().begin(key, upload.file_size)
  if (file.errored) throw file.errored
  const size = await getUploadStore().write(file, key, 0)
  if (size !== upload.file_size) throw new ApiError(size === 0 ? 'video_required' : 'upload_mismatch')
  return upload
}

const clientFaultCodes = ['unsupported_format', 'upload_mismatch', 'video_required', 'file_too_large']

/** Discards an upload if its bytes are not a video or do not match the declared file. */
async function discardRejectedUpload(error: unknown, upload: OwnUpload): Promise<void> {
  if (!(error instanceof ApiError)) return
  if (!clientFaultCodes.includes(error.code)) return
  await discardUpload(upload)
  log.info('upload refused', { reason: error.code, uploadId: upload.id, userId: upload.user_id })
}
