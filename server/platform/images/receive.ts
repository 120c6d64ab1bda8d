import { imageMaxBytes } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { readBytes } from '../http/body.ts'
import type { Member } from '../http/viewer.ts'
import { log } from '../log.ts'
import { cleanPicture, type Size } from './clean.ts'

/** The one door for pictures that people send: the body of a request becomes a clean WebP, or the Refusal that says why not. */
export async function receivePicture(viewer: Member, request: Request, size: Size): Promise<Uint8Array> {
  try {
    return await cleanPicture(await readBytes(request, imageMaxBytes, 'image_too_large'), size)
  } catch (error) {
    if (error instanceof Refusal) log.info('picture refused', { reason: error.code, userId: viewer.id })
    throw error
  }
}
