import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from '#contract/errors/api-error.ts'

/**
 * The maximum total size, in bytes, of the form fields other than the file. Part headers have a separate
 * limit.
 */
const maxFieldBytes = 64 * 1024

const limits = { fieldSize: maxFieldBytes, headerSize: 16 * 1024, headerPairs: 20, files: 1, parts: 100 }

interface FilePart {
  bytes: BusboyFileStream
  fileName: string
}

/**
 * Streams the bytes of the first part with this name from a multipart/form-data body (RFC 7578). Calls
 * `onFileName` with the part's file name (empty if it has none) before the first byte; an error thrown by
 * `onFileName` ends the stream. Throws the ApiError `video_required` if the form has no part with this name,
 * `body_too_large` if its other fields exceed 64 KiB, and `upload_failed` if the body is not a form or is
 * truncated.
 */
export async function* readFilePart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  name: string,
  onFileName: (fileName: string) => void = () => {},
): AsyncGenerator<Buffer> {
  const source = Readable.from(body, { objectMode: false })
  const form = createFormParser(contentType, name)
  const found = Promise.withResolvers<FilePart>()
  let fieldBytes = 0
  form.on('file', (_, bytes, fileName: string | undefined) => {
    // The consumer gets errors through `parsing`. This listener is needed because an error event without a
    // listener would crash the process.
    bytes.on('error', () => {})
    found.resolve({ bytes, fileName: fileName ?? '' })
  })
  form.on('field', (_, value, __, isTruncated) => {
    fieldBytes += value.length
    if (isTruncated || fieldBytes > maxFieldBytes) source.destroy(new ApiError('body_too_large'))
  })
  const parsing = pipeline(source, form)
  parsing.then(() => found.reject(new ApiError('video_required')), found.reject)
  try {
    const { bytes, fileName } = await found.promise
    // The parser does not end the file's stream when the body is truncated.
    parsing.catch((error: Error) => bytes.destroy(error))
    onFileName(fileName)
    yield* bytes
    await parsing
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw source.errored ?? new ApiError('upload_failed', { problem: 'The form ended early.' })
  } finally {
    source.destroy()
  }
}

/**
 * Returns the content type if it is `multipart/form-data` with a boundary. Throws `upload_failed` otherwise.
 * Call this function before changing anything about the upload.
 */
export function requireFormContentType(contentType: string | null): string {
  createFormParser(contentType ?? '', '')
  return contentType!
}

function createFormParser(contentType: string, name: string): BusboyInstance {
  try {
    if (!/^multipart\/form-data\b/i.test(contentType)) throw new Error('not a form')
    const headers = { 'content-type': contentType }
    return new Busboy({ headers, limits, isPartAFile: (field) => field === name })
  } catch {
    throw new ApiError('upload_failed', { problem: 'Send the file as multipart/form-data.' })
  }
}
