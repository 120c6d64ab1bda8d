import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import { imageMaxBytes } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../config.ts'
import { getClientNetworkAddress } from '../http/client-address.ts'
import { readBodyBytes } from '../http/request-body.ts'
import type { HonoEnv } from '../http/routes.ts'
import { getRoutePattern } from '../http/page-route-patterns.ts'
import { limitConcurrency } from '../concurrency-limit.ts'

/**
 * The maximum size of a form in bytes. The maximum is three times the maximum size of a JSON body, because
 * URL encoding can triple the size of the text. Members may exceed this size with forms that contain images.
 */
const formMax = 3 * 64 * 1024
const picturesMax = formMax + 2 * imageMaxBytes
const takingPictures = new Set(['/dashboard', '/dashboard/edit/{id}'])

/** Forms that are larger than this number of bytes are received into a file on disk. */
const smallForm = 64 * 1024

/**
 * Limits how many large forms from one sender are received at a time. Without such a limit, 100 slow POST
 * requests from one member took up 2 GB of memory.
 */
const receiving = limitConcurrency({ maxConcurrent: 2, maxWaiting: 0, rejectionCode: 'too_many_requests' })
/**
 * Limits how many large forms are parsed at a time, because several copies of a form with images are in
 * memory while the form is being parsed.
 */
const reading = limitConcurrency({ maxConcurrent: 2, maxWaiting: 32 })

/**
 * Receives the complete form of a request and then calls `use` with the request. A form that is too large or
 * malformed is rejected before a page reads it. Large forms are received into files on disk, two at a time
 * per sender. Across all senders, at most two large forms at a time are loaded into memory and processed.
 */
export async function withParsedFormBody<T>(
  c: Context<HonoEnv>,
  use: (request: Request) => Promise<T>,
): Promise<T> {
  const { raw } = c.req
  if (raw.method !== 'POST') return use(raw)
  const max = mayTakePictures(c) ? picturesMax : formMax
  const length = Number(c.req.header('content-length') ?? Infinity)
  if (length > max && length !== Infinity) throw new ApiError('body_too_large')
  if (length <= smallForm)
    return use(await parseForm(raw, await readBodyBytes(raw, smallForm, 'body_too_large')))
  const { viewer, address } = c.var
  const sender = viewer.kind === 'member' ? viewer.id : getClientNetworkAddress(address)
  return receiving(sender, () =>
    withFormOnDisk(raw, max, (file) =>
      reading('forms', async () => use(await parseForm(raw, await file.readFile()))),
    ),
  )
}

function mayTakePictures({ req, var: { viewer } }: Context<HonoEnv>): boolean {
  return viewer.kind === 'member' && takingPictures.has(getRoutePattern(req.path).replace(/\.data$/, ''))
}

/**
 * Receives the body of a request into an unlinked file, so that no file remains on disk however the request
 * ends.
 */
async function withFormOnDisk<T>(
  raw: Request,
  max: number,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const folder = join(config.dataDir, 'forms')
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  await using file = await open(path, 'wx+')
  await rm(path)
  let size = 0
  for await (const part of raw.body ?? []) {
    size += part.byteLength
    if (size > max) throw new ApiError('body_too_large')
    await file.write(part, 0, part.byteLength, size - part.byteLength)
  }
  // The result is awaited, because the file is closed when this function returns.
  return await use(file)
}

async function parseForm(raw: Request, body: Uint8Array): Promise<Request> {
  const form = () => new Request(raw.url, { method: 'POST', headers: raw.headers, body: body as BodyInit })
  // A multipart body can be malformed, and parsing a malformed body in the page would throw an error, so
  // multipart bodies are parsed here first. URL-encoded bodies can always be parsed.
  if (/^application\/x-www-form-urlencoded\b/i.test(raw.headers.get('content-type') ?? '')) return form()
  await form()
    .formData()
    .catch(() => {
      throw new ApiError('malformed_request')
    })
  return form()
}
