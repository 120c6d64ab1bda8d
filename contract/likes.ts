import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const params = z.object({ id: z.uuid('content_not_found') })
const answer = z.object({ liked: z.boolean(), likes_count: z.int() })

export const putLike = endpoint({
  method: 'PUT',
  path: '/api/content/{id}/like',
  summary: 'Likes an item; repeating does no harm',
  tag: 'Likes',
  params,
  answer,
})

export const deleteLike = endpoint({
  method: 'DELETE',
  path: '/api/content/{id}/like',
  summary: 'Takes the like back; repeating does no harm',
  tag: 'Likes',
  params,
  answer,
})
