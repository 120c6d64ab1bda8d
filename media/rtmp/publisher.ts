import { RtmpError, type DisconnectReason } from './disconnect-reasons.ts'
import { FlvPieceBuilder } from './flv/flv-piece-builder.ts'
import { classifyAudio, classifyVideo } from './flv/media-messages.ts'
import { MediaTimeline } from './flv/media-timeline.ts'
import { readStreamMetadata } from './flv/stream-metadata.ts'
import { messageTypes, type RtmpMessage } from './protocol/message-types.ts'
import type { RtmpLimits } from './rtmp-limits.ts'
import type { SinkWriter } from './sink-writer.ts'

/** How long to wait for the first H.264 keyframe, in milliseconds. */
const maxVideoWaitMs = 15_000

/** An accepted broadcast. Converts RTMP messages into pieces of FLV and writes them to the sink. */
export class Publisher {
  #hasPiece = false
  readonly #startedAt: number
  readonly #timeline: MediaTimeline
  readonly #pieces: FlvPieceBuilder
  readonly #writer: SinkWriter

  constructor(limits: RtmpLimits, writer: SinkWriter, now: number) {
    this.#startedAt = now
    this.#timeline = new MediaTimeline(limits.maxAheadMs)
    this.#writer = writer
    this.#pieces = new FlvPieceBuilder(limits, (piece) => {
      this.#hasPiece = true
      writer.push(piece)
    })
  }

  /**
   * Handles an audio, video or data message. Returns whether it contained a frame. `now` is a monotonic time
   * in milliseconds. Throws `RtmpError`.
   */
  handle({ type, timestamp, body }: RtmpMessage, now: number): boolean {
    if (type === messageTypes.dataAmf0) {
      const metadata = readStreamMetadata(body)
      if (metadata) this.#pieces.setMetadata(metadata)
      return false
    }
    if (!this.#hasPiece && now - this.#startedAt > maxVideoWaitMs) throw new RtmpError('no_video')
    const track = type === messageTypes.video ? 'video' : 'audio'
    const kind = track === 'video' ? classifyVideo(body) : classifyAudio(body)
    if (kind === 'config') this.#pieces.setConfig(track, body)
    if (kind === 'config' || kind === 'other') return false
    this.#pieces.addFrame(track, kind, this.#timeline.timeOf(track, timestamp, now), body)
    return true
  }

  /** Whether the sink still has to accept some pieces. */
  get isBusy(): boolean {
    return this.#writer.isBusy
  }

  /** Ends the sink after it has accepted all frames that arrived. */
  finish(reason: DisconnectReason): void {
    this.#pieces.finish()
    this.#writer.finish(reason)
  }
}
