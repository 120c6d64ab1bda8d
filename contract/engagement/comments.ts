import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, createCursorSchema, Id, Timestamp } from '../scalars.ts'
import {
  commentEditMinutes,
  commentMaxLength,
  commentsPageSize,
  firstRepliesCount,
  maxCountedReplies,
  repliesPageSize,
} from './comment-limits.ts'
import { CommentMode, CommentPermission, commentSortOrders } from './comment-modes.ts'
import { postAnywayField, textSchema } from '../user-text.ts'

export const CommentMention = z.object({
  name: z.string().meta({ description: 'The username as it is written in the comment, in lower case.' }),
  user_id: Id,
  username: z.string().meta({ description: 'The person’s current username.' }),
})
export type CommentMention = z.output<typeof CommentMention>

export const Comment = z.object({
  id: Id,
  content_id: Id,
  parent_id: Id.nullable().meta({
    description: 'For a reply, the comment that starts the thread. Otherwise null.',
  }),
  user_id: Id,
  username: z.string(),
  avatar_url: z.string().nullable(),
  body: z.string(),
  folded: z.boolean().meta({ description: 'Whether the viewer has muted the author.' }),
  created_at: Timestamp,
  edited_at: Timestamp.nullable().meta({ description: 'When the author last edited the comment.' }),
  likes_count: z.int(),
  liked: z.boolean().meta({ description: 'Whether the viewer likes the comment. False in live updates.' }),
  pinned: z.boolean().meta({ description: 'Whether the creator of the video pinned the comment.' }),
  hearted: z.boolean().meta({ description: 'Whether the creator of the video gave the comment a heart.' }),
  mentions: z.array(CommentMention).meta({
    description: 'The people whom the comment mentions, except those whom the viewer can’t see.',
  }),
  held: z
    .enum(['moderators', 'owner'])
    .optional()
    .meta({ description: 'Who must approve a held comment. Only they and the author can see it.' }),
})
export type Comment = z.output<typeof Comment>

/** A comment that starts a thread, with its first replies. */
export const CommentThread = Comment.extend({
  user_id: Id.nullable().meta({ description: 'Null for a deleted comment.' }),
  deleted: z.boolean().meta({
    description:
      'Whether the comment was deleted or removed. Such a comment is listed without its author and text while it has replies.',
  }),
  replies_count: z
    .int()
    .meta({ description: `The number of replies; ${maxCountedReplies} means that there may be more.` }),
  replies: z.array(Comment).meta({ description: `The first ${firstRepliesCount} replies, oldest first.` }),
})
export type CommentThread = z.output<typeof CommentThread>

const params = z.object({ id: z.uuid('content_not_found') })
const tag = 'Comments'

/** In cursors for the `top` order, the numbers of likes and replies precede the time and the id. */
const CommentCursor = createCursorSchema(String.raw`(?:\d{1,9}_\d{1,9}_)?`)

export const listComments = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/comments',
  summary: 'Lists the comments on a video, newest or top first, each with its first replies.',
  tag,
  params,
  query: z.strictObject({
    sort: z.enum(commentSortOrders).default('newest').meta({
      description:
        '`top`: most likes first, then most replies, then newest. The pinned comment is always first.',
    }),
    cursor: CommentCursor.optional().meta({
      description: 'A cursor belongs to one sort order. It is rejected with the other one.',
    }),
    limit: z.coerce.number().int().min(1).max(100).default(commentsPageSize),
  }),
  response: z.object({
    items: z.array(CommentThread),
    next_cursor: CommentCursor.nullable(),
    may_comment: CommentPermission,
    comment_mode: CommentMode.nullable().meta({ description: 'Only for the creator; otherwise null.' }),
  }),
})

const commentParams = z.object({ id: z.uuid('comment_not_found') })

export const listReplies = defineEndpoint({
  method: 'GET',
  path: '/api/comments/{id}/replies',
  summary: 'Lists the replies to a comment, oldest first.',
  tag,
  params: commentParams,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(repliesPageSize),
  }),
  response: z.object({ items: z.array(Comment), next_cursor: Cursor.nullable() }),
})

const commentBody = z.strictObject({
  body: textSchema({ min: 'comment_empty', max: commentMaxLength, over: 'comment_too_long' }),
  anyway: postAnywayField,
})

export const postComment = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/comments',
  summary: 'Posts a comment on a video, or a reply to a comment.',
  idempotent: true,
  tag,
  status: 201,
  params,
  body: commentBody.extend({
    reply_to: z.uuid('comment_not_found').optional().meta({
      description: 'The comment to reply to. A reply to a reply is added to the same thread.',
    }),
  }),
  response: Comment,
})

export const editComment = defineEndpoint({
  method: 'PATCH',
  path: '/api/comments/{id}',
  summary: `Edits your own comment. Possible for ${commentEditMinutes} minutes after posting it.`,
  tag,
  params: commentParams,
  body: commentBody,
  response: Comment,
})

export const deleteComment = defineEndpoint({
  method: 'DELETE',
  path: '/api/comments/{id}',
  summary: 'Deletes your own comment.',
  tag,
  status: 204,
  params: commentParams,
  response: z.undefined(),
})

export const putCommentDecision = defineEndpoint({
  method: 'PUT',
  path: '/api/comments/{id}/decision',
  summary: 'Removes a comment on your own video, or approves one that is held for your approval.',
  tag,
  status: 204,
  params: commentParams,
  body: z.strictObject({ decision: z.enum(['approve', 'remove']) }),
  response: z.undefined(),
})
