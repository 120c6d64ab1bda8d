import { Transform, type TransformCallback } from 'node:stream'
import { ApiError } from '#contract/errors/api-error.ts'
import { type VideoDemuxerName, sniffVideo } from '#media/sniff.ts'
import { createCounter, createGauge } from '../platform/metrics/registry.ts'

/** The number of bytes at the start of a file that identify its format. */
export const bytesNeededForSniffing = 4096
const tickMs = 10_000

const inFlight = createGauge('afterbell_uploads_in_flight', 'Uploads currently being received')
export const uploadBytesCounter = createCounter('afterbell_upload_bytes_total', 'Bytes received from uploads')

interface ValidationStreamOptions {
  /** The declared size of the whole file in bytes. */
  size: number
  /** The position in the file at which this stream begins. */
  offset: number
  /** The detected format, or null if it is not known yet. */
  demuxer: string | null
  /**
   * The first bytes of the file, if an earlier request has sent them. Undefined if the first bytes cannot be
   * read back from the store.
   */
  head: Buffer | undefined
  /** This function is called every ten seconds while bytes of the upload arrive. */
  onTick(): void
}

/**
 * Validates the bytes of an upload before they reach the store. Fails with `unsupported_format` if the first
 * 4 KiB (or the whole file, if shorter) are not those of a video, and with `upload_mismatch` if the file is
 * longer than declared.
 */
export class UploadValidationStream extends Transform {
  demuxer: VideoDemuxerName | null = null
  readonly #passing: ValidationStreamOptions
  #head: Buffer | undefined
  #at: number
  #tickedAt = Date.now()

  constructor(passing: ValidationStreamOptions) {
    super()
    this.#passing = passing
    this.#at = passing.offset
    this.#head = passing.demuxer ? undefined : passing.head
    inFlight.inc()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    inFlight.dec()
    done(error)
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#at += chunk.length
    uploadBytesCounter.inc(chunk.length)
    if (Date.now() - this.#tickedAt > tickMs) this.#tick()
    if (this.#at > this.#passing.size) return done(new ApiError('upload_mismatch'))
    if (this.#head && !this.#judge(this.#head, chunk)) return done(new ApiError('unsupported_format'))
    done(null, chunk)
  }

  #judge(head: Buffer, chunk: Buffer): boolean {
    this.#head = Buffer.concat([head, chunk.subarray(0, bytesNeededForSniffing - head.length)])
    if (this.#head.length < bytesNeededForSniffing && this.#at < this.#passing.size) return true
    this.demuxer = sniffVideo(this.#head)
    this.#head = undefined
    return this.demuxer !== null
  }

  #tick(): void {
    this.#tickedAt = Date.now()
    this.#passing.onTick()
  }
}
