/**
 * Thrown if preprocessing is impossible on this device or would not make the video smaller. After this error,
 * the original file is uploaded without preprocessing.
 */
export class PreprocessingUnsupportedError extends Error {
  override name = 'PreprocessingUnsupportedError'
}
