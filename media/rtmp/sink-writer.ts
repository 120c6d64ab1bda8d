import type { DisconnectReason } from './disconnect-reasons.ts'
import type { FlvPiece } from './flv/flv-piece-builder.ts'
import type { StreamSink } from './stream-sink.ts'

type SinkWriterOptions = {
  sink: StreamSink
  /** The maximum time that the sink may take to write one piece, in milliseconds. */
  timeoutMs: number
  /** Called when all pieces have been written. */
  onDrained: () => void
  /** Called if the sink rejects a piece or takes too long. */
  onFailed: (reason: 'sink_failed' | 'sink_stalled', error?: unknown) => void
  /** Called if `sink.end` throws. */
  onEndFailed: (error: unknown) => void
}

/** Writes pieces to a sink, one at a time and in order. */
export class SinkWriter {
  #queue: FlvPiece[] = []
  #isWriting = false
  #finishReason: DisconnectReason | null = null
  #isEnded = false
  readonly #options: SinkWriterOptions
  readonly #ended = Promise.withResolvers<void>()

  constructor(options: SinkWriterOptions) {
    this.#options = options
  }

  /** Resolves when `sink.end` has been called. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Whether any piece still has to be written. */
  get isBusy(): boolean {
    return this.#isWriting
  }

  push(piece: FlvPiece): void {
    if (this.#isEnded) return
    this.#queue.push(piece)
    if (!this.#isWriting) void this.#writeQueue()
  }

  /** Ends the sink after the remaining pieces have been written. */
  finish(reason: DisconnectReason): void {
    this.#finishReason ??= reason
    if (!this.#isWriting) this.#end(reason)
  }

  /** Drops the remaining pieces and ends the sink at once, even if `finish` was called before. */
  abort(reason: DisconnectReason): void {
    this.#queue = []
    this.#end(reason)
  }

  async #writeQueue(): Promise<void> {
    const { sink, timeoutMs, onFailed, onDrained } = this.#options
    this.#isWriting = true
    for (let piece = this.#queue.shift(); piece; piece = this.#queue.shift()) {
      const timer = setTimeout(() => onFailed('sink_stalled'), timeoutMs)
      try {
        await sink.write(piece)
      } catch (error) {
        onFailed('sink_failed', error)
      } finally {
        clearTimeout(timer)
      }
    }
    this.#isWriting = false
    if (this.#finishReason) this.#end(this.#finishReason)
    else onDrained()
  }

  #end(reason: DisconnectReason): void {
    if (this.#isEnded) return
    this.#isEnded = true
    try {
      this.#options.sink.end(reason)
    } catch (error) {
      this.#options.onEndFailed(error)
    }
    this.#ended.resolve()
  }
}
