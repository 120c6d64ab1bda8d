import { ApiError } from '#contract/errors/api-error.ts'

/** Limit for everything except the file's bytes: part headers and other fields. */
const maxNonFileBytes = 64 * 1024

/**
 * Returns the boundary of a multipart body (RFC 7578, RFC 2046 §5.1.1). Throws `upload_failed` if there is
 * none.
 */
export function parseBoundary(contentType: string | null): string {
  const [, quoted, plain] =
    /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw new ApiError('upload_failed', { problem: 'Send the file as multipart/form-data.' })
  return boundary
}

/**
 * Streams the bytes of the first part with this name, buffering only the tail that might start a boundary.
 * Calls `onFileName` with the part's file name (empty if it has none) before the first byte; an error thrown
 * there ends the stream. Throws the ApiError `video_required` if the form has no such part, `upload_failed`
 * if the body is truncated.
 */
export async function* readFilePart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  name: string,
  onFileName: (fileName: string) => void = () => {},
): AsyncGenerator<Buffer> {
  const form = new MultipartReader(body)
  // The first boundary may be at the very start of the body; with this line break it looks like all others.
  form.rest = Buffer.from('\r\n')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  await form.collect(delimiter)
  for (let found = false; ;) {
    const line = await form.collect(Buffer.from('\r\n'))
    if (line.toString('latin1').trimEnd() === '--') {
      if (found) return
      throw new ApiError('video_required')
    }
    const headers = await form.collect(Buffer.from('\r\n\r\n'))
    if (!found && dispositionParameter(headers, 'name') === name) {
      found = true
      onFileName(dispositionParameter(headers, 'filename') ?? '')
      yield* form.until(delimiter)
    } else await form.collect(delimiter)
  }
}

class MultipartReader {
  rest: Buffer = Buffer.alloc(0)
  readonly #source: AsyncIterator<Uint8Array>
  #besides = 0

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#source = body[Symbol.asyncIterator]()
  }

  /** Yields everything before the delimiter and consumes the delimiter. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.rest.indexOf(delimiter)
      // While the delimiter is not found, hold back the bytes that might be its start.
      const safe = at < 0 ? Math.max(0, this.rest.length - delimiter.length + 1) : at
      if (safe > 0) yield this.rest.subarray(0, safe)
      this.rest = this.rest.subarray(at < 0 ? safe : at + delimiter.length)
      if (at >= 0) return
      await this.#more()
    }
  }

  /** Like `until`, but buffered, for small parts. */
  async collect(delimiter: Buffer): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.until(delimiter)) {
      this.#besides += part.length
      if (this.#besides > maxNonFileBytes) throw new ApiError('body_too_large')
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  async #more(): Promise<void> {
    const next = await this.#source.next()
    if (next.done) throw new ApiError('upload_failed', { problem: 'The form ended early.' })
    this.rest = Buffer.concat([this.rest, next.value])
  }
}

function dispositionParameter(headers: Buffer, parameter: 'name' | 'filename'): string | undefined {
  const line = /^content-disposition:\s*form-data;(.*)$/im.exec(headers.toString('utf8'))?.[1]
  const pattern = new RegExp(`(?:^|[;\\s])${parameter}=(?:"([^"]*)"|([^\\s;]+))`, 'i')
  return pattern
    .exec(line ?? '')
    ?.slice(1)
    .find((part) => part !== undefined)
}
