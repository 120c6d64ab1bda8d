/** One frame of the source. */
export type SourceFrame = {
  kind: 'video' | 'audio'
  /** In seconds, without offset. */
  time: number
  isKeyframe: boolean
  /** The offset of the nearest point before the frame from which ffmpeg can read, in bytes. */
  offset: number
}

/** What a source declares about itself. */
export type SourceTracks = {
  /** The bytes before the first media data. */
  header: Buffer
  hasAudio: boolean
  /** The size of the picture, if the container declares it. */
  pixels: number | undefined
}

/**
 * Reads the structure of a source without decoding it. `read` returns the frames that start in the given
 * bytes, which may be cut anywhere, and throws a LiveSourceRejectedError.
 */
export interface SourceReader {
  read(bytes: Buffer): SourceFrame[]
  /** Undefined until the header is complete. */
  readonly tracks: SourceTracks | undefined
}

/** The most bytes that a source may send before its first media data. */
export const maxHeaderBytes = 256 * 1024

/** The largest frame in bytes. */
export const maxFrameBytes = 8 * 1024 ** 2
