import { ApiError } from '#contract/errors/api-error.ts'

/** All that is not the file's own bytes: headers of parts, other fields. */
const maxNonFileBytes = 64 * 1024

/** The boundary of a multipart body, or the refusal of a body that is none (RFC 7578, RFC 2046 §5.1.1). */
export function parseBoundary(contentType: string | null): string {
  const [, quoted, plain] =
    /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw new ApiError('upload_failed', { problem: 'Send the file as multipart/form-data.' })
  return boundary
}

/**
 * The bytes of the first part of that name, as they come: nothing is kept but the tail that might begin a boundary.
 * Says first what the part calls its file, empty when it does not, and ends with what `onFileName` throws.
 * Throws the Refusal `video_required` when the form has no such part, `upload_failed` when it ends before its end.
 */
export async function* readFilePart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  name: string,
  onFileName: (fileName: string) => void = () => {},
): AsyncGenerator<Buffer> {
  const form = new MultipartReader(body)
  // The first boundary may stand at the very beginning; with this it looks like all others.
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

  /** Everything up to the mark; the mark itself is consumed. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.rest.indexOf(mark)
      // Without a mark, all but what may be the beginning of one is safe to hand out.
      const safe = at < 0 ? Math.max(0, this.rest.length - mark.length + 1) : at
      if (safe > 0) yield this.rest.subarray(0, safe)
      this.rest = this.rest.subarray(at < 0 ? safe : at + mark.length)
      if (at >= 0) return
      await this.#more()
    }
  }

  /** The same in one piece, for what is small. */
  async collect(mark: Buffer): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.until(mark)) {
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
