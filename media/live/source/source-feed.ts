import { LiveSourceRejectedError } from '../live-source-rejection.ts'
import type { SourceFrame, SourceReader } from './source-reader.ts'
import { SourceLimitChecker, type LiveSourceLimits } from './source-limits.ts'

/** The beginning of a source, which determines the ffmpeg command. */
export type SourceStart = { header: Buffer; hasAudio: boolean }

// How long to wait for the first frame of a declared audio track. If none arrives, the track is left out,
// because ffmpeg would wait for it.
const waitForAudioSeconds = 1
/** The first keyframe must arrive within this time. All bytes before it are kept in memory. */
const maxSecondsBeforeVideo = 15

/**
 * Reads a source, checks it against the limits and remembers its keyframes. `start` reads until the tracks of
 * the source are known. After that, `chunks` yields all bytes of the source from the beginning.
 */
export class SourceFeed {
  /** The time of the latest frame in seconds, without the timeline offset. */
  latestTime = -Infinity
  #waitedMs = 0
  #waitingSince: number | undefined
  #firstTime: number | undefined
  #hasAudioFrames = false
  #keyframes: SourceFrame[] = []
  readonly #early: Buffer[] = []
  readonly #source: AsyncIterator<Uint8Array>
  readonly #reader: SourceReader
  readonly #limits: LiveSourceLimits
  readonly #checker: SourceLimitChecker
  readonly #signal: AbortSignal

  constructor(
    source: AsyncIterable<Uint8Array>,
    reader: SourceReader,
    limits: LiveSourceLimits,
    signal: AbortSignal,
  ) {
    this.#source = source[Symbol.asyncIterator]()
    this.#reader = reader
    this.#limits = limits
    this.#checker = new SourceLimitChecker(limits)
    this.#signal = signal
  }

  /**
   * How many seconds were spent waiting for data from the source. The time in which ffmpeg is busy does not
   * count.
   */
  get secondsWaited(): number {
    const sinceMs = this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince
    return (this.#waitedMs + sinceMs) / 1000
  }

  async start(): Promise<SourceStart> {
    for (;;) {
      const bytes = await this.#next()
      if (!bytes) break
      this.#early.push(bytes)
      const { tracks } = this.#reader
      if (!tracks) continue
      if ((tracks.pixels ?? 0) > this.#limits.pixels)
        throw new LiveSourceRejectedError('too_large_picture', `${tracks.pixels} pixels`)
      const waited = this.latestTime - (this.#firstTime ?? this.latestTime)
      if (this.#keyframes.length === 0 && waited > maxSecondsBeforeVideo)
        throw new LiveSourceRejectedError('no_video', `no keyframe in ${maxSecondsBeforeVideo} s`)
      if (this.#keyframes.length === 0) continue
      if (!tracks.hasAudio || this.#hasAudioFrames || waited >= waitForAudioSeconds) break
    }
    const { tracks } = this.#reader
    if (!tracks) throw new LiveSourceRejectedError('unreadable', 'the source ended before its header')
    if (this.#keyframes.length === 0) throw new LiveSourceRejectedError('no_video', 'no keyframe')
    return { header: tracks.header, hasAudio: tracks.hasAudio && this.#hasAudioFrames }
  }

  async *chunks(): AsyncGenerator<Buffer> {
    while (this.#early.length > 0) yield this.#early.shift()!
    for (let bytes = await this.#next(); bytes; bytes = await this.#next()) yield bytes
  }

  /** Returns the latest offset from which a packager can recreate all frames after `time`. */
  resumeOffset(time: number): number {
    const later = this.#keyframes.findIndex((frame) => frame.time > time)
    const usable = later === -1 ? this.#keyframes.length - 1 : Math.max(0, later - 1)
    this.#keyframes.splice(0, Math.max(0, usable - keptKeyframes))
    return this.#keyframes[Math.min(usable, keptKeyframes)]!.offset
  }

  /** Closes the source's iterator without waiting for it, because a stalled source never responds. */
  close(): void {
    this.#source.return?.().catch(() => {})
  }

  async #next(): Promise<Buffer | undefined> {
    let bytes = await this.#nextInTime()
    while (bytes?.length === 0) bytes = await this.#nextInTime()
    if (!bytes) return undefined
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const frames = this.#reader.read(chunk)
    this.#checker.check(chunk.length, frames)
    for (const frame of frames) {
      this.#firstTime ??= frame.time
      this.latestTime = Math.max(this.latestTime, frame.time)
      if (frame.kind === 'audio') this.#hasAudioFrames = true
      else if (frame.isKeyframe) this.#keyframes.push(frame)
    }
    return chunk
  }

  async #nextInTime(): Promise<Uint8Array | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Uint8Array>>()
    const silent = () =>
      reject(new LiveSourceRejectedError('no_data', `no data for ${this.#limits.idleSeconds} s`))
    const timer = setTimeout(silent, this.#limits.idleSeconds * 1000)
    const stop = () => reject(this.#signal.reason)
    this.#signal.addEventListener('abort', stop, { once: true })
    if (this.#signal.aborted) stop()
    this.#source.next().then(resolve, reject)
    const waitingSince = (this.#waitingSince = performance.now())
    try {
      const { done, value } = await promise
      return done ? undefined : value
    } finally {
      this.#waitedMs += performance.now() - waitingSince
      this.#waitingSince = undefined
      clearTimeout(timer)
      this.#signal.removeEventListener('abort', stop)
    }
  }
}

/** The two renditions are packaged at different speeds, so older keyframes are still needed. */
const keptKeyframes = 20
