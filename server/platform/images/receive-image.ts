import { imageMaxBytes } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { readBodyBytes } from '../http/request-body.ts'
import type { Member } from '../http/viewer.ts'
import { log } from '../log.ts'
import { limitConcurrency } from '../concurrency-limit.ts'
import { type SanitizedImage, sanitizeImage, type ImageTargetSize } from './sanitize-image.ts'

/**
 * One member may send two images at a time, such as a cover and a thumbnail. Processing more of one member's
 * images at the same time would delay other members' images.
 */
const perMember = limitConcurrency({ maxConcurrent: 2, maxWaiting: 0, rejectionCode: 'too_many_requests' })

/**
 * Converts the image in the body of a request to WebP without metadata. This function is the only entry point
 * for uploaded images. If the image is invalid, throws an error that says why. Throws `too_many_requests` if
 * this process is already processing two images of the member.
 */
export function receiveImage(
  viewer: Pick<Member, 'id'>,
  request: Request,
  size: ImageTargetSize,
): Promise<SanitizedImage> {
  return perMember(viewer.id, async () => {
    try {
      return await sanitizeImage(await readBodyBytes(request, imageMaxBytes, 'image_too_large'), size)
    } catch (error) {
      if (error instanceof ApiError) log.info('image rejected', { reason: error.code, userId: viewer.id })
      throw error
    }
  })
}
