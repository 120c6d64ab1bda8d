import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Timestamp } from './ids.ts'
import { commentMax } from './limits.ts'
import { textOf } from './text.ts'

export const Comment = z.object({
  id: Id,
  content_id: Id,
  user_id: Id,
  username: z.string(),
  avatar_url: z.string().nullable(),
  body: z.string(),
  created_at: Timestamp,
})
export type Comment = z.output<typeof Comment>

const params = z.object({ id: z.uuid('content_not_found') })
const tag = 'Comments'

export const listComments = endpoint({
  method: 'GET',
  path: '/api/content/{id}/comments',
  summary: 'Comments, newest first',
  tag,
  params,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  answer: z.object({ items: z.array(Comment), next_cursor: Cursor.nullable() }),
})

export const postComment = endpoint({
  method: 'POST',
  path: '/api/content/{id}/comments',
  summary: 'Posts a comment',
  tag,
  status: 201,
  params,
  body: z.strictObject({
    body: textOf({ min: 'comment_empty', max: commentMax, over: 'comment_too_long' }),
  }),
  answer: Comment,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/{id}',
  summary: 'Deletes one’s own comment',
  tag,
  status: 204,
  params: z.object({ id: z.uuid('comment_not_found') }),
  answer: z.undefined(),
})
