import { LiveSourceRejectedError } from '../live-source-rejection.ts'
import type { SourceFrame } from './source-reader.ts'

export type LiveSourceLimits = {
  /** The maximum number of pixels in a frame. Defaults to 1920 × 1088. */
  pixels: number
  /** The maximum frame rate. Defaults to 61. */
  framesPerSecond: number
  /** The maximum average bitrate over 5 s, in bits per second. Defaults to 12,000,000. */
  bitsPerSecond: number
  /** The maximum time without data from the source, in seconds. Defaults to 60. */
  idleSeconds: number
  /**
   * The maximum time that is spent waiting for data until ffmpeg finds a picture, in seconds. Defaults to 30.
   */
  startSeconds: number
}

export const defaultLiveSourceLimits: LiveSourceLimits = {
  pixels: 1920 * 1088,
  framesPerSecond: 61,
  bitsPerSecond: 12_000_000,
  idleSeconds: 60,
  startSeconds: 30,
}

const windowSeconds = 5
// After a pause, for example during a phone call, a source continues with a later timestamp.
const maxForwardJumpSeconds = 60
const maxBackwardJumpSeconds = 2
const maxKeyframeIntervalSeconds = 30
const maxAudioFramesPerSecond = 500
/** How many bytes above the average a source may send at once, for example after reconnecting. */
const burstBytes = 4 * 1024 ** 2
/** How far the timestamps may run ahead of the clock. After a crash, all stored data is read at once. */
const maxLeadSeconds = 300

/**
 * Checks the structure of a source against the limits, before ffmpeg reads it. Rates are measured on the
 * timeline of the source, because a browser that reconnects sends faster than real time.
 */
export class SourceLimitChecker {
  #windowStart: number | undefined
  #latest = -Infinity
  #firstTime: number | undefined
  #startedAt = 0
  #bytes = 0
  #frames = { video: 0, audio: 0 }
  #lastVideo: number | undefined
  #sinceKeyframe = 0
  readonly #limits: LiveSourceLimits

  constructor(limits: LiveSourceLimits) {
    this.#limits = limits
  }

  check(byteLength: number, frames: readonly SourceFrame[]): void {
    this.#bytes += byteLength
    for (const frame of frames) this.#checkFrame(frame)
    const seconds = Math.max(0, this.#latest - (this.#windowStart ?? this.#latest))
    const allowed = (this.#limits.bitsPerSecond / 8) * (Number.isFinite(seconds) ? seconds : 0)
    if (this.#bytes > allowed + burstBytes) throw reject('bitrate', `${this.#bytes} bytes in ${seconds} s`)
  }

  #checkFrame({ kind, time, isKeyframe }: SourceFrame) {
    this.#checkTime(time)
    if (kind === 'video') this.#checkKeyframe(time, isKeyframe)
    this.#frames[kind] += 1
    const seconds = this.#latest - this.#windowStart!
    const { framesPerSecond } = this.#limits
    if (
      this.#frames.video > framesPerSecond * (seconds + 1) ||
      this.#frames.audio > maxAudioFramesPerSecond * (seconds + 1)
    )
      throw reject('too_fast', `${this.#frames.video} frames in ${seconds} s`)
    if (seconds < windowSeconds) return
    this.#windowStart = this.#latest
    this.#bytes = 0
    this.#frames = { video: 0, audio: 0 }
  }

  #checkTime(time: number) {
    if (this.#firstTime === undefined) {
      this.#firstTime = this.#windowStart = this.#latest = time
      this.#startedAt = performance.now()
    }
    if (time > this.#latest + maxForwardJumpSeconds || time < this.#latest - maxBackwardJumpSeconds)
      throw reject('timestamps', `a jump from ${this.#latest} s to ${time} s`)
    this.#latest = Math.max(this.#latest, time)
    const elapsed = (performance.now() - this.#startedAt) / 1000
    if (this.#latest - this.#firstTime > elapsed + maxLeadSeconds)
      throw reject('timestamps', 'faster than real time')
  }

  // A pause counts as one second, because a source can be paused between two keyframes.
  #checkKeyframe(time: number, isKeyframe: boolean) {
    this.#sinceKeyframe += Math.min(1, Math.max(0, time - (this.#lastVideo ?? time)))
    this.#lastVideo = time
    if (isKeyframe) this.#sinceKeyframe = 0
    if (this.#sinceKeyframe > maxKeyframeIntervalSeconds) throw reject('keyframe_interval', 'no keyframe')
  }
}

function reject(code: ConstructorParameters<typeof LiveSourceRejectedError>[0], detail: string) {
  return new LiveSourceRejectedError(code, detail)
}
