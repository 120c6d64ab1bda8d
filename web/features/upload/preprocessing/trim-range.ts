/** The part of a video that the user wants to upload, in seconds from the start of the original video. */
export interface TrimRange {
  start: number
  end: number
}

/** The shortest part that can be uploaded, in seconds. */
export const minTrimSeconds = 1
/**
 * How much of the chosen part may be missing at the end when frames are copied, in seconds. The frames just before
 * the end can depend on a frame after the end, which must not be uploaded.
 */
export const maxMissingSecondsAtTrimEnd = 0.1
