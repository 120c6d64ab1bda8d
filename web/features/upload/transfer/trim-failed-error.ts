/**
 * Thrown if this device could not trim the video. The message of this error is shown to the user. When this
 * error is thrown, nothing has been uploaded, because the original contains the parts that the user wants to
 * keep private.
 */
export class TrimFailedError extends Error {
  override name = 'TrimFailedError'
}
