import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'
import { chatLimits } from './chat-limits.ts'

const tag = 'Broadcasts'

export const ChatHelper = z.object({
  user_id: Id,
  username: z.string(),
  avatar_url: z.string().nullable(),
  since: Timestamp,
})
export type ChatHelper = z.output<typeof ChatHelper>

const ChatHelpers = z.object({ items: z.array(ChatHelper) })

export const listChatHelpers = defineEndpoint({
  method: 'GET',
  path: '/api/broadcasts/chat/helpers',
  summary: 'Lists your helpers: followers who may remove messages from the chats of your broadcasts.',
  tag,
  response: ChatHelpers,
})

export const addChatHelper = defineEndpoint({
  method: 'POST',
  path: '/api/broadcasts/chat/helpers',
  summary: `Makes one of your followers a helper. You can have up to ${chatLimits.maxHelpers}. If you are under 18, they must be, too.`,
  tag,
  body: z.strictObject({ username: z.string().trim().min(1).max(60) }),
  response: ChatHelpers,
})

export const removeChatHelper = defineEndpoint({
  method: 'DELETE',
  path: '/api/broadcasts/chat/helpers/{id}',
  summary: 'Removes one of your helpers. Repeated requests have no further effect.',
  tag,
  params: z.object({ id: z.uuid('creator_not_found') }),
  response: ChatHelpers,
})

export const leaveChatHelpers = defineEndpoint({
  method: 'DELETE',
  path: '/api/broadcasts/{id}/chat/helper',
  summary: 'Stops being a helper of the creator of a broadcast. Repeated requests have no further effect.',
  tag,
  status: 204,
  params: z.object({ id: z.uuid('content_not_found') }),
  response: z.undefined(),
})
