import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const params = z.object({ id: z.uuid('content_not_found') })
const answer = z.object({ liked: z.boolean(), likes_count: z.int() })

export const putLike = defineEndpoint({
  method: 'PUT',
  path: '/api/content/{id}/like',
  summary: 'Likes an item; repeating does no harm',
  tag: 'Likes',
  params,
  response: answer,
})

export const deleteLike = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}/like',
  summary: 'Takes the like back; repeating does no harm',
  tag: 'Likes',
  params,
  response: answer,
})
