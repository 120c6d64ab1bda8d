import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const params = z.object({ id: z.uuid('comment_not_found') })
const tag = 'Comments'
const likes = z.object({ liked: z.boolean(), likes_count: z.int() })

export const likeComment = defineEndpoint({
  method: 'PUT',
  path: '/api/comments/{id}/like',
  summary: 'Likes a comment. Repeated requests have no further effect.',
  tag,
  params,
  response: likes,
})

export const unlikeComment = defineEndpoint({
  method: 'DELETE',
  path: '/api/comments/{id}/like',
  summary: 'Removes your like from a comment. Repeated requests have no further effect.',
  tag,
  params,
  response: likes,
})

export const pinComment = defineEndpoint({
  method: 'PUT',
  path: '/api/comments/{id}/pin',
  summary: 'Pins a comment on your own video above all others. Unpins the comment that was pinned before.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const unpinComment = defineEndpoint({
  method: 'DELETE',
  path: '/api/comments/{id}/pin',
  summary: 'Unpins a comment on your own video.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const heartComment = defineEndpoint({
  method: 'PUT',
  path: '/api/comments/{id}/heart',
  summary: 'Adds the creator’s heart to a comment on your own video.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const unheartComment = defineEndpoint({
  method: 'DELETE',
  path: '/api/comments/{id}/heart',
  summary: 'Removes the creator’s heart from a comment on your own video.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})
