import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createUpload } from '#contract/content/uploads.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'

/**
 * A tus upload that resumes whenever its connection breaks, and that records which bytes the server has
 * acknowledged.
 */
export class ResumableUpload {
  readonly contentId: string
  readonly url: string
  readonly bytes: Buffer
  /** The highest offset that the server has acknowledged. */
  acknowledged = 0
  /**
   * Number of times that the server reported a lower offset than it had acknowledged before. A lower offset
   * means that bytes were lost.
   */
  wentBack = 0
  breaks = 0
  /** Number of responses by HTTP status code. */
  readonly answers = new Map<number, number>()
  /** The titles of the error responses. */
  readonly titles = new Set<string>()
  /** Number of 503 responses without a `Retry-After` header. */
  undated = 0
  readonly #member: HttpTestClient

  private constructor(member: HttpTestClient, bytes: Buffer, told: { uploadURL: string; contentId: string }) {
    this.#member = member
    this.bytes = bytes
    this.url = told.uploadURL
    this.contentId = told.contentId
  }

  static async announce(member: HttpTestClient, bytes: Buffer): Promise<ResumableUpload> {
    const body = {
      title: 'Harbour',
      content_type: 'music',
      file_name: 'a.mp4',
      file_size: bytes.length,
    } as const
    return new ResumableUpload(member, bytes, await member.call(createUpload, { body }))
  }

  get id(): string {
    return this.url.slice(-36)
  }

  get isDone(): boolean {
    return this.acknowledged === this.bytes.length
  }

  /**
   * Sends at most `piece` bytes per request until the server has acknowledged the whole file. If a connection
   * breaks, continues at the offset that the server reports. Rejects when `signal` is aborted.
   */
  async finish(piece: number, signal?: AbortSignal): Promise<void> {
    let offset = 0
    while (!this.isDone) {
      signal?.throwIfAborted()
      const answer = await this.#send(offset, piece)
        .then((given) => this.#note(given))
        .catch(() => undefined)
      if (!answer?.ok) this.breaks += 1
      offset = answer?.ok ? this.#told(answer) : await this.ask()
    }
  }

  /** Asks the server for the current upload offset, and retries until a request succeeds. */
  async ask(): Promise<number> {
    for (;;) {
      const headers = { 'tus-resumable': '1.0.0' }
      const answer = await this.#member
        .fetch(this.url, { method: 'HEAD', headers })
        .then((given) => this.#note(given))
        .catch(() => undefined)
      if (answer?.ok) return this.#told(answer)
      if (answer && answer.status < 500) throw new Error(`HEAD answered ${answer.status}`)
      await pause(20)
    }
  }

  async #send(offset: number, piece: number): Promise<Response> {
    const end = Math.min(this.bytes.length, offset + piece)
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    }
    const body = Readable.toWeb(Readable.from(sendSlowly(this.bytes.subarray(offset, end))))
    const init = { method: 'PATCH', headers, body, duplex: 'half' }
    return this.#member.fetch(this.url, init as RequestInit)
  }

  async #note(response: Response): Promise<Response> {
    this.answers.set(response.status, (this.answers.get(response.status) ?? 0) + 1)
    if (response.status === 503 && !response.headers.get('retry-after')) this.undated += 1
    if (response.ok) return response
    const [, title] = /"title":"([^"]*)"/.exec(await response.text()) ?? []
    if (title) this.titles.add(title)
    return response
  }

  #told(response: Response): number {
    const offset = Number(response.headers.get('upload-offset'))
    if (offset < this.acknowledged) this.wentBack += 1
    this.acknowledged = Math.max(this.acknowledged, offset)
    return offset
  }
}

/**
 * Yields the file in small pieces with pauses, as on a slow connection, so other code can run between two
 * pieces.
 */
async function* sendSlowly(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 32_768) {
    yield bytes.subarray(at, at + 32_768)
    await pause(1)
  }
}

/** Returns unique bytes that start like an MP4 and therefore pass the first check of an upload. */
export function makeFakeVideo(size: number): Buffer<ArrayBuffer> {
  const bytes = randomBytes(size)
  bytes.write('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
  return bytes
}
