import { type RawBuilder, sql } from 'kysely'
import type { ChatMessage, ChatRole } from '#contract/broadcasts/chat.ts'
import {
  maskContactDetailsCached,
  maskTextForViewer,
} from '#server/access-policy/contact-detail-visibility.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { isAccountHidden } from '#server/access-policy/visible-profiles.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { getViewerId, type Viewer } from '#server/platform/http/viewer.ts'
import { isChatHelper } from './helper-condition.ts'

/*
 * A chat message is a comment with a position in its broadcast (decision 082). Lists of comments leave chat
 * messages out, and chats contain nothing else. Moderation, reports, the data export and account deletion
 * treat chat messages like other comments.
 */

export interface ChatMessageRow {
  id: string
  user_id: string
  username: string
  body: string
  role: ChatRole | null
  broadcast_ms: number
  created_at: Date
  moderation?: string
  held_for?: ChatMessage['held'] | null
}

/** The columns that the API returns for a chat message, except those of its author. */
export const chatMessageColumns = [
  'comments.id',
  'comments.body',
  'comments.created_at',
  sql<number>`comments.broadcast_ms`.as('broadcast_ms'),
] as const

/** The role of a message's author in the chats of the item's creator. */
export function authorRoleSql(ownerId: RawBuilder<unknown>) {
  return sql<ChatRole | null>`case when comments.user_id = ${ownerId} then 'creator'
    when ${isChatHelper(ownerId, sql.ref('comments.user_id'))} then 'helper' end`.as('role')
}

/** Returns a message as this viewer sees it. Authors see their own text as written. */
export function presentChatMessageForViewer(
  viewer: Viewer,
  row: ChatMessageRow & { is_minor: boolean },
): ChatMessage {
  const isOwn = row.user_id === getViewerId(viewer)
  return presentChatMessage(isOwn ? row : { ...row, body: maskTextForViewer(viewer, row.body, row.is_minor) })
}

export function presentChatMessage(row: ChatMessageRow): ChatMessage {
  const { id, user_id, username, body, role } = row
  const held = row.moderation === 'held' && { held: row.held_for ?? ('moderators' as const) }
  return {
    id,
    user_id,
    username,
    body,
    role,
    position_seconds: row.broadcast_ms / 1000,
    created_at: row.created_at.toISOString(),
    ...held,
  }
}

/**
 * Sends a stored message to open pages. Live updates are the same for all viewers, so a minor's contact details
 * are masked here. A message whose author's account is hidden is not sent.
 */
export async function emitChatMessage(
  tx: Tx,
  id: string,
  type: 'chat_message_posted' | 'chat_message_held' = 'chat_message_posted',
): Promise<void> {
  const { is_away, is_minor, content_id, ...row } = await selectPeopleWithoutAccessCheck(tx)
    .innerJoin('comments', 'comments.user_id', 'profiles.user_id')
    .innerJoin('broadcasts', 'broadcasts.content_id', 'comments.content_id')
    .select(chatMessageColumns)
    .select(['comments.content_id', 'comments.moderation', 'comments.held_for'])
    .select(['profiles.user_id', 'username', 'is_minor', isAccountHidden().as('is_away')])
    .select(authorRoleSql(sql.ref('broadcasts.user_id')))
    .where('comments.id', '=', id)
    .executeTakeFirstOrThrow()
  if (is_away) return
  const body = is_minor ? maskContactDetailsCached(row.body) : row.body
  await emitEvent(tx, { type, contentId: content_id, message: presentChatMessage({ ...row, body }) })
}
