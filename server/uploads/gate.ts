import { Transform, type TransformCallback } from 'node:stream'
import { Refusal } from '#contract/refusals.ts'
import { type Demuxer, sniffVideo } from '#media/sniff.ts'
import { counter, gauge } from '../platform/metrics/registry.ts'

/** As much of a file's beginning as tells what it is. */
export const headBytes = 4096
const tickMs = 10_000

const inFlight = gauge('afterbell_uploads_in_flight', 'Uploads whose bytes are coming in')
export const bytesTaken = counter('afterbell_upload_bytes_total', 'Bytes of uploads that have come in')

interface Passing {
  /** The announced size of the whole file. */
  size: number
  /** Where in the file this stream begins. */
  offset: number
  /** What the file is, once that is known. */
  demuxer: string | null
  /** The file's first bytes, as far as they came before; undefined when nobody can say. */
  head: Buffer | undefined
  /** Called now and then while bytes arrive. */
  onTick(): void
}

/**
 * The bytes of an upload on their way to the disk. Stops what is not a video as soon as its first 4 KiB are there
 * (or all of it), and what is longer than was announced.
 */
export class Gate extends Transform {
  demuxer: Demuxer | null = null
  readonly #passing: Passing
  #head: Buffer | undefined
  #at: number
  #tickedAt = Date.now()

  constructor(passing: Passing) {
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
    bytesTaken.inc(chunk.length)
    if (Date.now() - this.#tickedAt > tickMs) this.#tick()
    if (this.#at > this.#passing.size) return done(new Refusal('upload_mismatch'))
    if (this.#head && !this.#judge(this.#head, chunk)) return done(new Refusal('unsupported_format'))
    done(null, chunk)
  }

  #judge(head: Buffer, chunk: Buffer): boolean {
    this.#head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    if (this.#head.length < headBytes && this.#at < this.#passing.size) return true
    this.demuxer = sniffVideo(this.#head)
    this.#head = undefined
    return this.demuxer !== null
  }

  #tick(): void {
    this.#tickedAt = Date.now()
    this.#passing.onTick()
  }
}
