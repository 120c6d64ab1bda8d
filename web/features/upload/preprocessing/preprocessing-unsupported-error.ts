/**
 * Thrown if preprocessing is impossible on this device or would not make the video smaller. The original is
 * then uploaded instead.
 */
export class PreprocessingUnsupportedError extends Error {
  override name = 'PreprocessingUnsupportedError'
}
