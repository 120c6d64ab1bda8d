import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const params = z.object({ id: z.uuid('content_not_found') })
const answer = z.object({ liked: z.boolean(), likes_count: z.int() })

export const putLike = defineEndpoint({
  method: 'PUT',
  path: '/api/content/{id}/like',
  summary: 'Likes a video. Repeated requests have no further effect.',
  tag: 'Likes',
  params,
  response: answer,
})

export const deleteLike = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}/like',
  summary: 'Removes your like from a video. Repeated requests have no further effect.',
  tag: 'Likes',
  params,
  response: answer,
})
