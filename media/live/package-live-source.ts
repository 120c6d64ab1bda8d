import type { LiveEvent, LivePartRecord, LiveRenditionName } from './live-events.ts'

export type LivePackagerOptions = {
  /** Matroska with H.264 and Opus or AAC (browsers), or FLV with H.264 and AAC (RTMP). */
  container: 'matroska' | 'flv'
  /** The bytes of the source in order. The packager reads only as fast as its consumer takes events. */
  source: AsyncIterable<Uint8Array>
  /** Ends the packager at once. The iterator then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Continues an earlier run. */
  resume?: LiveResumePoint | undefined
  limits?: Partial<LiveSourceLimits> | undefined
}

/**
 * The point at which a packager continues. There are two cases:
 *
 * - The process or ffmpeg was killed: `source` must yield the bytes of the stored source header and then the
 *   bytes of the source from `sourceOffset`, the smallest `resumeOffset` of the last stored part of each
 *   rendition. The timeline continues without a discontinuity, and no frame is repeated.
 * - The broadcaster has started a new source, for example after a restart of the encoder: only
 *   `nextSequence` is set. Use a new init segment, and a discontinuity in the playlist.
 */
export type LiveResumePoint =
  | { sourceOffset: number; lastParts: { [rendition in LiveRenditionName]?: LivePartRecord } }
  | { nextSequence: number }

export type LiveSourceLimits = {
  /** The maximum number of pixels of a picture. Defaults to 1920 × 1088. */
  pixels: number
  /** The maximum frame rate. Defaults to 61. */
  framesPerSecond: number
  /** The maximum average bitrate over 5 s, in bits per second. Defaults to 12,000,000. */
  bitsPerSecond: number
  /** The maximum time without data from the source, in seconds. Defaults to 60. */
  idleSeconds: number
}

/**
 * Packages a live source as Low-Latency HLS (RFC 8216bis): runs one sandboxed ffmpeg, and yields the init
 * segments and parts of both renditions. Returns when the source ends. Throws a LiveSourceRejectedError if
 * the source cannot be packaged, the signal's reason after an abort, and any other error if the caller should
 * resume. When the iterator ends in any way, ffmpeg has ended too.
 */
// oxlint-disable-next-line require-yield -- The implementation follows.
export async function* packageLiveSource(_options: LivePackagerOptions): AsyncGenerator<LiveEvent, void> {
  throw new Error('Not implemented yet')
}
