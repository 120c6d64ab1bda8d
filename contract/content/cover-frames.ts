import { z } from 'zod'
import { OwnContent } from './own-content.ts'
import { defineEndpoint } from '../endpoint.ts'

const tag = 'Content'
const ContentId = z.object({ id: z.uuid('content_not_found') })

/** The number of video frames that the owner can choose a cover from. */
export const coverFrameCount = 3

export const listCoverFrames = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/frames',
  summary: 'Lists the image URLs of frames of your own video that can become its cover.',
  tag,
  params: ContentId,
  response: z.object({ frames: z.array(z.string()) }),
})

export const putCoverFrame = defineEndpoint({
  method: 'PUT',
  path: '/api/content/{id}/cover-frame',
  summary: 'Sets one of the offered frames as the cover.',
  tag,
  params: ContentId,
  body: z.strictObject({ frame: z.int().min(1).max(coverFrameCount) }),
  response: OwnContent,
})
