import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { CommentPermission } from '../engagement/comment-modes.ts'
import { createCursorSchema, Cursor, Id, Timestamp } from '../scalars.ts'
import { postAnywayField, textSchema } from '../user-text.ts'
import { chatLimits } from './chat-limits.ts'

const tag = 'Broadcasts'
const params = z.object({ id: z.uuid('content_not_found') })

/** Why a person may remove messages by other people. */
export const ChatRole = z.enum(['creator', 'helper'])
export type ChatRole = z.output<typeof ChatRole>

/** A message in the chat of a broadcast. The `id` is also the id of a comment, for example in reports. */
export const ChatMessage = z.object({
  id: Id,
  user_id: Id,
  username: z.string(),
  body: z.string(),
  role: ChatRole.nullable().meta({
    description: 'Whether the author is the creator of the broadcast or one of their helpers.',
  }),
  position_seconds: z.number().meta({
    description: 'What viewers of the broadcast saw when the message was sent: a position in the recording.',
  }),
  created_at: Timestamp,
  held: z.enum(['moderators', 'owner']).optional().meta({
    description: 'Who must approve a held message. Only they and the author can see it.',
  }),
})
export type ChatMessage = z.output<typeof ChatMessage>

const SlowModeSeconds = z.int().min(0).max(chatLimits.maxSlowModeSeconds)

export const listChatMessages = defineEndpoint({
  method: 'GET',
  path: '/api/broadcasts/{id}/chat',
  summary: 'Lists the messages in the chat of a broadcast, newest first. New ones arrive as live updates.',
  tag,
  params,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(chatLimits.pageSize),
  }),
  response: z.object({
    items: z.array(ChatMessage),
    next_cursor: Cursor.nullable(),
    may_comment: CommentPermission,
    open: z.boolean().meta({
      description:
        'Whether messages can be sent. The chat closes when viewers have seen the whole broadcast.',
    }),
    slow_mode_seconds: SlowModeSeconds.meta({
      description: 'The time between two messages of one person. 0 means that slow mode is off.',
    }),
    wait_seconds: z.int().meta({ description: 'How long you have to wait before your next message.' }),
    role: ChatRole.nullable().meta({ description: 'Your own role in the chat.' }),
  }),
})
export type ChatPage = z.output<(typeof listChatMessages)['response']>

const ReplayCursor = createCursorSchema(String.raw`\d{1,9}_`)

export const getChatReplay = defineEndpoint({
  method: 'GET',
  path: '/api/broadcasts/{id}/chat/replay',
  summary:
    'Lists the messages in the chat from a position in the recording on, in the order of the recording.',
  tag,
  params,
  query: z.strictObject({
    from: z.coerce.number().min(0).max(1_000_000).default(0).meta({
      description: 'The position in seconds. Ignored if there is a cursor.',
    }),
    cursor: ReplayCursor.optional(),
  }),
  response: z.object({ items: z.array(ChatMessage), next_cursor: ReplayCursor.nullable() }),
})

export const postChatMessage = defineEndpoint({
  method: 'POST',
  path: '/api/broadcasts/{id}/chat',
  summary: 'Sends a message in the chat of a broadcast.',
  tag,
  idempotent: true,
  status: 201,
  params,
  body: z.strictObject({
    body: textSchema({ min: 'comment_empty', max: chatLimits.messageMaxLength, over: 'chat_too_long' }),
    anyway: postAnywayField,
  }),
  response: ChatMessage,
})

export const removeChatMessage = defineEndpoint({
  method: 'DELETE',
  path: '/api/broadcasts/{id}/chat/messages/{message_id}',
  summary:
    'Deletes your own message, or removes one by another person as the creator of the broadcast or their helper.',
  tag,
  status: 204,
  params: params.extend({ message_id: z.uuid('comment_not_found') }),
  response: z.undefined(),
})

export const putChatSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/broadcasts/{id}/chat/settings',
  summary: 'Changes the slow mode of the chat of your broadcast.',
  tag,
  params,
  body: z.strictObject({ slow_mode_seconds: SlowModeSeconds }),
  response: z.object({ slow_mode_seconds: SlowModeSeconds }),
})

export const listRemovedChatMessages = defineEndpoint({
  method: 'GET',
  path: '/api/broadcasts/{id}/chat/removals',
  summary:
    'Lists the messages that you or your helpers removed from the chat of your broadcast, newest first.',
  tag,
  params,
  response: z.object({
    items: z.array(
      z.object({
        id: Id,
        username: z.string(),
        body: z.string(),
        removed_by: z.string().nullable().meta({
          description: 'The username of who removed the message. Null if the account no longer exists.',
        }),
        removed_at: Timestamp,
      }),
    ),
  }),
})
