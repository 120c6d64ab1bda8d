/**
 * The reason why the camera or the microphone cannot be used. `blocked` means that the user must reload the
 * page before the camera can be used.
 */
export type CameraProblem = 'denied' | 'missing' | 'busy' | 'blocked' | 'failed'

/** Classifies an error that `getUserMedia` has thrown (W3C Media Capture and Streams, section 10). */
export function classifyCameraError(error: unknown): CameraProblem {
  if (!(error instanceof DOMException)) return 'failed'
  switch (error.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return isCameraAllowedInDocument() ? 'denied' : 'blocked'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'failed'
  }
}

/**
 * Returns whether the Permissions-Policy header of the current document allows the camera. Only the upload
 * page has a Permissions-Policy header that allows the camera, and navigation within the app does not load a
 * new document. Browsers without `featurePolicy` ignore the header.
 */
export function isCameraAllowedInDocument(): boolean {
  const { featurePolicy } = (globalThis.document ?? {}) as {
    featurePolicy?: { allowsFeature(name: string): boolean }
  }
  return featurePolicy?.allowsFeature('camera') ?? true
}
