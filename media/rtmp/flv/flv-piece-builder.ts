import { RtmpError } from '../disconnect-reasons.ts'
import { flvFileHeader, flvTag, flvTagTypes } from './flv-tags.ts'
import type { MediaMessageKind } from './media-messages.ts'
import { encodeStreamMetadata, type StreamMetadata } from './stream-metadata.ts'

/** Consecutive bytes of one FLV file. All pieces of a broadcast joined together are a valid FLV file. */
export type FlvPiece = {
  bytes: Buffer
  /**
   * The length of the FLV header, metadata and decoder configurations at the start of `bytes`. The length is
   * 0 for all pieces except the first. These bytes, followed by any piece that starts with a keyframe, are a
   * valid FLV file.
   */
  headerLength: number
  /** The time of the first frame, in milliseconds since the first frame of the broadcast. */
  startMs: number
  /** Whether the first video frame of the piece is a keyframe. Only audio frames can precede it. */
  startsWithKeyframe: boolean
}

/** How long the first piece waits for the decoder configuration of the audio. */
const maxAudioWaitMs = 1000

/**
 * Limits the memory that a stream can use if its timestamps do not advance. A piece of 250 ms usually has
 * about 27 frames.
 */
const maxFramesPerPiece = 500

/**
 * Splits a stream of audio and video messages into pieces of FLV. A piece ends after `pieceMs`, after
 * `maxPieceBytes`, or before a keyframe. Throws `RtmpError`.
 */
export class FlvPieceBuilder {
  #metadata: StreamMetadata | null = null
  #configs: { video?: Buffer; audio?: Buffer } = {}
  #hasHeader = false
  #tags: Buffer[] = []
  #byteLength = 0
  #startMs = 0
  /** The kind of the first video frame in the current piece. */
  #firstVideo: MediaMessageKind | null = null
  readonly #pieceMs: number
  readonly #maxPieceBytes: number
  readonly #onPiece: (piece: FlvPiece) => void

  constructor(limits: { pieceMs: number; maxPieceBytes: number }, onPiece: (piece: FlvPiece) => void) {
    this.#pieceMs = limits.pieceMs
    this.#maxPieceBytes = limits.maxPieceBytes
    this.#onPiece = onPiece
  }

  /** Sets the metadata. Later metadata is ignored, because the header contains metadata only once. */
  setMetadata(metadata: StreamMetadata): void {
    this.#metadata ??= metadata
  }

  /**
   * Sets the decoder configuration of a track. Some encoders repeat it. A different configuration ends the
   * stream, because the format of a broadcast cannot change.
   */
  setConfig(track: 'audio' | 'video', body: Buffer): void {
    const known = this.#configs[track]
    if (known?.equals(body)) return
    if (known || this.#hasHeader) throw new RtmpError('format_changed')
    this.#configs[track] = body
  }

  /**
   * Adds a frame. Drops frames that arrive before their track's decoder configuration, and video frames that
   * arrive before the first keyframe.
   */
  addFrame(track: 'audio' | 'video', kind: MediaMessageKind, timeMs: number, body: Buffer): void {
    if (!this.#configs[track]) return
    const waitsForKeyframe = !this.#hasHeader && this.#firstVideo === null
    if (track === 'video' && kind !== 'keyframe' && waitsForKeyframe) return
    if (this.#tags.length > 0 && this.#isPieceComplete(kind, timeMs)) this.#emitPiece()
    if (this.#tags.length === 0) this.#startMs = timeMs
    if (track === 'video') this.#firstVideo ??= kind
    this.#tags.push(flvTag(flvTagTypes[track], timeMs, body))
    this.#byteLength += body.length
  }

  /** Emits the last piece. Emits nothing if the stream had no keyframe. */
  finish(): void {
    if (this.#tags.length > 0 && (this.#hasHeader || this.#firstVideo)) this.#emitPiece()
  }

  #isPieceComplete(nextKind: MediaMessageKind, timeMs: number): boolean {
    const duration = timeMs - this.#startMs
    const isFull = this.#byteLength >= this.#maxPieceBytes || this.#tags.length >= maxFramesPerPiece
    if (!this.#hasHeader) {
      if (!this.#firstVideo && isFull) throw new RtmpError('no_video')
      const expectsAudio = this.#metadata === null || this.#metadata['audiocodecid'] !== undefined
      const waitsForAudio = expectsAudio && !this.#configs.audio && duration < maxAudioWaitMs && !isFull
      if (!this.#firstVideo || waitsForAudio) return false
    }
    // If the piece already starts with a keyframe, the next keyframe does not end it. Otherwise, a stream in
    // which every frame is a keyframe would have one piece per frame.
    const startsNewGroup = nextKind === 'keyframe' && this.#firstVideo === 'frame'
    return startsNewGroup || isFull || duration >= this.#pieceMs
  }

  #emitPiece(): void {
    const header = this.#hasHeader ? Buffer.alloc(0) : this.#takeHeader()
    const piece = {
      bytes: Buffer.concat([header, ...this.#tags]),
      headerLength: header.length,
      startMs: this.#startMs,
      startsWithKeyframe: this.#firstVideo === 'keyframe',
    }
    this.#tags = []
    this.#byteLength = 0
    this.#firstVideo = null
    this.#onPiece(piece)
  }

  #takeHeader(): Buffer {
    this.#hasHeader = true
    const { audio, video } = this.#configs
    return Buffer.concat([
      flvFileHeader({ hasAudio: audio !== undefined }),
      flvTag(flvTagTypes.script, 0, encodeStreamMetadata(this.#metadata ?? {})),
      ...(video ? [flvTag(flvTagTypes.video, 0, video)] : []),
      ...(audio ? [flvTag(flvTagTypes.audio, 0, audio)] : []),
    ])
  }
}
