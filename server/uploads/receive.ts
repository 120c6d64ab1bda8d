import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { Refusal } from '#contract/refusals.ts'
import { errorResponse } from '../platform/http/errors.ts'
import type { Env } from '../platform/http/mount.ts'
import { log } from '../platform/log.ts'
import { bytes, removeBytes } from './bytes.ts'
import { keyOf } from './gated.ts'
import { complete } from './complete.ts'
import { discard } from './discard.ts'
import { alone } from './locks.ts'
import { boundaryOf, filePart } from './multipart.ts'
import { type OwnUpload, ownUpload } from './own.ts'
import { speakTus } from './tus.ts'
import { answerUndeclared, receiveUndeclared } from './undeclared.ts'

/** What the uploadURL takes: tus, or the whole file as a form. It never gives anything back. */
export async function receive(c: Context<Env>): Promise<Response> {
  const { method } = c.req.raw
  if (method === 'GET') return errorResponse(new Refusal('method_not_allowed'), c.var.requestId, { allow })
  if (method === 'OPTIONS') return speakTus(c.req.raw, null, c.var.requestId)
  const upload = await ownUpload(c.var.viewer, c.req.param('id') ?? '')
  try {
    if (method === 'POST') return await receiveForm(c, upload)
    return await receiveTus(c, upload)
  } catch (error) {
    await forgetRefused(error, upload)
    throw error
  }
}

const allow = 'HEAD, PATCH, POST, DELETE, OPTIONS'

async function receiveTus(c: Context<Env>, upload: OwnUpload): Promise<Response> {
  const request = c.req.raw
  if (upload.completed_at) return answerComplete(request, upload)
  if (!upload.is_declared) return answerUndeclared(request, upload)
  const answer = await speakTus(request, upload.id, c.var.requestId)
  if (!answer.ok) return answer
  if (request.method === 'DELETE') await discard(upload)
  // Also on HEAD: the last byte may have come just before this server was killed.
  else if (Number(answer.headers.get('upload-offset')) === upload.file_size) await completeTus(c, upload)
  return answer
}

/** Completing takes a moment only: whoever asks for the lock waits. */
function doNotLetGo(): void {}

/** As the only writer: between the last byte and here a form may have started over. */
async function completeTus(c: Context<Env>, { id }: OwnUpload): Promise<void> {
  const key = keyOf(id)
  await alone(key, doNotLetGo, async () => {
    const current = await ownUpload(c.var.viewer, id)
    if (current.completed_at) return
    const { offset } = await bytes().getUpload(key)
    if (offset !== current.file_size) throw new Refusal('conflict')
    await complete(current)
  })
}

/** The bytes may be gone already; what is known is that all had come. */
function answerComplete(request: Request, { file_size }: OwnUpload): Response {
  if (request.method !== 'HEAD') throw new Refusal('upload_complete')
  const size = String(file_size)
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': size, 'upload-length': size }
  return new Response(null, { headers: { ...headers, 'cache-control': 'no-store' } })
}

/** The specification's way: one POST of multipart/form-data, the file in the field `file`. It begins anew. */
async function receiveForm(c: Context<Env>, upload: OwnUpload): Promise<Response> {
  const request = c.req.raw
  if (upload.completed_at) throw new Refusal('upload_complete')
  const boundary = boundaryOf(request.headers.get('content-type'))
  const body = request.body ?? Readable.from([])
  let file: Readable | undefined
  let fileName = ''
  const letGo = () => void file?.destroy(new Refusal('conflict'))
  await alone(keyOf(upload.id), letGo, async () => {
    // It may have been deleted or completed while we waited for our turn.
    const current = await ownUpload(c.var.viewer, upload.id)
    if (current.completed_at) throw new Refusal('upload_complete')
    await removeBytes(upload.id)
    file = Readable.from(filePart(body, boundary, 'file', (told) => (fileName = told)))
    // Told to let go before anything reads it, it would end the process: an error event without a listener.
    file.on('error', () => {})
    const received = current.is_declared
      ? await receiveDeclared(current, file)
      : await receiveUndeclared(current, file, () => fileName)
    await complete(received)
  })
  return Response.json({ contentId: upload.content_id, streamId: upload.stream_id })
}

async function receiveDeclared(upload: OwnUpload, file: Readable): Promise<OwnUpload> {
  const key = keyOf(upload.id)
  await bytes().begin(key, upload.file_size)
  if (file.errored) throw file.errored
  const size = await bytes().write(file, key, 0)
  if (size !== upload.file_size) throw new Refusal(size === 0 ? 'video_required' : 'upload_mismatch')
  return upload
}

const atFault = ['unsupported_format', 'upload_mismatch', 'video_required', 'file_too_large']

/** Bytes that are no video, or not the announced ones, leave nothing behind. */
async function forgetRefused(error: unknown, upload: OwnUpload): Promise<void> {
  if (!(error instanceof Refusal)) return
  if (!atFault.includes(error.code)) return
  await discard(upload)
  log.info('upload refused', { reason: error.code, uploadId: upload.id, userId: upload.user_id })
}
