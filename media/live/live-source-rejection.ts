/** Why a live source cannot be packaged. */
export type LiveSourceRejectionCode =
  /** The data is damaged, or is neither Matroska nor FLV. */
  | 'unreadable'
  /** The source has no video track, or no video arrived at the start. */
  | 'no_video'
  /** The video is not H.264, or the audio is neither AAC nor Opus. */
  | 'codec'
  /** The picture is larger than the limit. */
  | 'too_large_picture'
  /** The frame rate exceeds the limit. */
  | 'too_fast'
  /** The bitrate exceeds the limit. */
  | 'bitrate'
  /** No data arrived within the time limit. */
  | 'no_data'
  /** Data arrived, but for a long time too little of it to show a picture. */
  | 'slow_start'
  /** Timestamps go backwards, jump, or advance faster than real time. */
  | 'timestamps'
  /** The time between two keyframes is too long. */
  | 'keyframe_interval'
  /** The codec or the picture size changed during the broadcast. */
  | 'format_changed'

/**
 * Thrown if the source itself cannot be packaged, so resuming would fail too. `codec` is the display name of
 * a codec that is not supported. All other errors that the packager throws are temporary, and the broadcast
 * can be resumed.
 */
export class LiveSourceRejectedError extends Error {
  override name = 'LiveSourceRejectedError'
  readonly code: LiveSourceRejectionCode
  readonly codec: string | undefined

  constructor(code: LiveSourceRejectionCode, detail: string, { codec }: { codec?: string } = {}) {
    super(`${code}: ${detail}`)
    this.code = code
    this.codec = codec
  }
}
