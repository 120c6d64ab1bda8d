import { imageMaxBytes } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { readBytes } from '../http/body.ts'
import type { Member } from '../http/viewer.ts'
import { log } from '../log.ts'
import { turns } from '../turns.ts'
import { type Clean, cleanPicture, type Size } from './clean.ts'

/** A cover and a thumbnail may come at once; more of one person keep everybody else waiting. */
const ofOne = turns({ atOnce: 2, waiting: 0, full: 'too_many_requests' })

/**
 * The one door for pictures that people send: the body of a request becomes a clean WebP. Throws the Refusal that says why not, and
 * `too_many_requests` when two of this person are at work in this process.
 */
export function receivePicture(viewer: Pick<Member, 'id'>, request: Request, size: Size): Promise<Clean> {
  return ofOne(viewer.id, async () => {
    try {
      return await cleanPicture(await readBytes(request, imageMaxBytes, 'image_too_large'), size)
    } catch (error) {
      if (error instanceof Refusal) log.info('picture refused', { reason: error.code, userId: viewer.id })
      throw error
    }
  })
}
