/** One frame of the source. */
export type SourceFrame = {
  kind: 'video' | 'audio'
  /** In seconds, without the timeline offset. */
  time: number
  isKeyframe: boolean
  /** The offset, in bytes, of the latest point at or before the frame from which ffmpeg can start to read. */
  offset: number
}

/** What the header of a source says about its tracks. */
export type SourceTracks = {
  /** The bytes before the first media data. */
  header: Buffer
  hasAudio: boolean
  /** The number of pixels in a frame, if the container declares the size. */
  pixels: number | undefined
}

/**
 * Reads the structure of a source without decoding it. `read` returns the frames that start in the given
 * bytes. The bytes can start and end anywhere. Throws a LiveSourceRejectedError.
 */
export interface SourceReader {
  read(bytes: Buffer): SourceFrame[]
  /** Undefined until the header is complete. */
  readonly tracks: SourceTracks | undefined
}

/** The maximum number of bytes that a source may send before its first media data. */
export const maxHeaderBytes = 256 * 1024

/** The largest frame in bytes. */
export const maxFrameBytes = 8 * 1024 ** 2
