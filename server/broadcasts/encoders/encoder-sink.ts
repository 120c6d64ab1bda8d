import { ApiError } from '#contract/errors/api-error.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import type { DisconnectReason } from '#media/rtmp/disconnect-reasons.ts'
import type { FlvPiece } from '#media/rtmp/flv/flv-piece-builder.ts'
import type { StreamSink } from '#media/rtmp/stream-sink.ts'
import { encoderDisconnectsCounter, encodersGauge } from '../broadcast-metrics.ts'
import { assertBitrate } from '../chunk-limits.ts'
import { storeChunk } from '../receive-chunk.ts'
import { type EncoderConnection, releaseEncoderConnection } from './encoder-connections.ts'
import { encoderMessages } from './encoder-messages.ts'
import type { loadContinuation } from './load-continuation.ts'
import { watchEncoder } from './watch-encoder.ts'

interface EncoderSinkOptions {
  connection: EncoderConnection
  continuation: Awaited<ReturnType<typeof loadContinuation>>
  /** Disconnects the encoder. The encoder shows the message. */
  stop: (message: string) => void
}

/** Stores an encoder's stream as the chunks of a broadcast, as long as the person is allowed to broadcast. */
export class EncoderSink implements StreamSink {
  readonly #options: EncoderSinkOptions
  readonly #ended = new AbortController()
  readonly #watching: Promise<void>
  #writing: Promise<void> = Promise.resolve()
  #nextChunk: number
  readonly #released = Promise.withResolvers<void>()

  constructor(options: EncoderSinkOptions) {
    this.#options = options
    this.#nextChunk = options.continuation.nextChunk
    encodersGauge.inc()
    this.#watching = watchEncoder(options.connection, this.#ended.signal, options.stop)
  }

  /** Resolves when another encoder can connect. */
  get released(): Promise<void> {
    return this.#released.promise
  }

  write(piece: FlvPiece): Promise<void> {
    this.#writing = runInLocale(this.#options.connection.locale, () => this.#store(piece))
    return this.#writing
  }

  end(reason: DisconnectReason): void {
    encodersGauge.dec()
    encoderDisconnectsCounter.inc({ reason })
    this.#ended.abort()
    void this.#release()
  }

  async #store(piece: FlvPiece): Promise<void> {
    const { connection, continuation, stop } = this.#options
    const bytes = continuation.toChunk(piece)
    if (!bytes) return stop(encoderMessages.formatChanged)
    try {
      await assertBitrate(connection.contentId, bytes.byteLength)
      const isStored = await storeChunk(connection, { number: this.#nextChunk, sender: 0 }, bytes)
      if (!isStored) return stop(encoderMessages.connectionReplaced)
      this.#nextChunk += 1
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Waits for `watchEncoder`, which stops the encoder with the reason why the broadcast has ended.
      if (error.status === 410) await this.#watching
      stop(error.detail)
    }
  }

  /** If the connection cannot be released, it expires on its own. */
  async #release(): Promise<void> {
    await Promise.allSettled([this.#watching, this.#writing])
    await releaseEncoderConnection(this.#options.connection).catch(() => {})
    this.#released.resolve()
  }
}
