/** The reason why the original is uploaded instead of a preprocessed file. */
export class PreprocessingUnsupportedError extends Error {
  override name = 'PreprocessingUnsupportedError'
}
