import { z } from 'zod'
import { OwnContent } from './own-content.ts'
import { defineEndpoint } from '../endpoint.ts'

const tag = 'Content'

export const contentImageKinds = ['cover', 'thumbnail'] as const

const params = z.object({ id: z.uuid('content_not_found'), picture: z.enum(contentImageKinds, 'not_found') })

/**
 * Sets the cover or thumbnail of a video. The request body is the image file (JPEG, PNG, WebP or GIF, at most
 * 10 MB). The server decodes the image, rotates it upright and re-encodes it.
 */
export const putContentImage = defineEndpoint({
  method: 'PUT',
  path: '/api/content/{id}/pictures/{picture}',
  summary: 'Sets the cover or thumbnail of your own video. The request body is the image file.',
  tag,
  params,
  response: OwnContent,
})

export const deleteContentImage = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}/pictures/{picture}',
  summary: 'Removes your cover or thumbnail. A frame of the video is shown instead.',
  tag,
  params,
  response: OwnContent,
})
