/** The part of a video that the user wants to upload, in seconds from the start of the original video. */
export interface TrimRange {
  start: number
  end: number
}

/** The shortest part that can be uploaded, in seconds. */
export const minTrimSeconds = 1
/**
 * When frames are copied, up to this many seconds may be missing at the end of the chosen part. The frames
 * just before the end can depend on a frame after the end, and that frame must not be uploaded.
 */
export const maxMissingSecondsAtTrimEnd = 0.1
