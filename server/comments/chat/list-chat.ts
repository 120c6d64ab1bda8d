import { type RawBuilder, sql } from 'kysely'
import type { getChatReplay, listChatMessages } from '#contract/broadcasts/chat.ts'
import { chatLimits } from '#contract/broadcasts/chat-limits.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { loadCommentPolicy } from '#server/access-policy/comment-policy.ts'
import { hasMuted } from '#server/access-policy/visible-profiles.ts'
import { loadBroadcastChatState } from '#server/broadcasts/chat-state.ts'
import { db } from '#server/platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { getViewerId, type Viewer } from '#server/platform/http/viewer.ts'
import { isCommentVisibleTo, selectAuthor } from '../visible-comments.ts'
import { authorRoleSql, chatMessageColumns, presentChatMessageForViewer } from './chat-messages.ts'
import { loadOwnChatRole } from './chat-role.ts'
import { loadSlowModeWait } from './slow-mode.ts'

const { before, rowCursor } = createKeyset('comments')

/** Lists the messages in a chat that the viewer can see, newest first, and what the viewer may do in the chat. */
export async function listChat(
  viewer: Viewer,
  contentId: string,
  { cursor, limit }: ParsedInputOf<typeof listChatMessages>['query'],
): Promise<ResponseOf<typeof listChatMessages>> {
  const { ownerId, permission, canReadComments, chat } = await loadChatPolicy(viewer, contentId)
  const id = getViewerId(viewer)
  const role = await loadOwnChatRole(viewer, ownerId)
  const seconds = chat.slowModeSeconds
  const state = {
    may_comment: permission,
    open: chat.isOpen,
    slow_mode_seconds: seconds,
    wait_seconds: id && !role ? await loadSlowModeWait(db, contentId, id, seconds) : 0,
    role,
  }
  if (!canReadComments) return { items: [], next_cursor: null, ...state }
  const rows = await selectChatMessages(viewer, ownerId, contentId)
    .select(rowCursor.as('place'))
    .where(before(cursor))
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const { items, next_cursor } = paginateRows(rows, limit)
  return { items: items.map((row) => presentChatMessageForViewer(viewer, row)), next_cursor, ...state }
}

/** Lists the messages of a chat from a position in the recording on. */
export async function listChatReplay(
  viewer: Viewer,
  contentId: string,
  { from, cursor }: ParsedInputOf<typeof getChatReplay>['query'],
): Promise<ResponseOf<typeof getChatReplay>> {
  const { ownerId, canReadComments } = await loadChatPolicy(viewer, contentId)
  if (!canReadComments) return { items: [], next_cursor: null }
  const rows = await selectChatMessages(viewer, ownerId, contentId)
    .select(sql<string>`broadcast_ms || '_' || ${rowCursor}`.as('place'))
    .where(cursor === undefined ? sql<boolean>`broadcast_ms >= ${from * 1000}::float8` : isAfter(cursor))
    .where('comments.moderation', '=', 'approved')
    .orderBy('comments.broadcast_ms')
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(toFetchLimitSql(chatLimits.replayPageSize))
    .execute()
  const { items, next_cursor } = paginateRows(rows, chatLimits.replayPageSize)
  return { items: items.map((row) => presentChatMessageForViewer(viewer, row)), next_cursor }
}

function isAfter(cursor: string): RawBuilder<boolean> {
  const [ms, micros, id] = cursor.split('_')
  return sql<boolean>`(comments.broadcast_ms, comments.created_at, comments.id) > (${ms}::int,
    timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}

/**
 * Loads the comment policy of a broadcast. Throws `content_not_found` if the viewer may not watch the item, or
 * if it has no broadcast.
 */
async function loadChatPolicy(viewer: Viewer, contentId: string) {
  const policy = await loadCommentPolicy(viewer, contentId, db)
  const chat = await loadBroadcastChatState(db, contentId)
  if (!chat) throw new ApiError('content_not_found')
  return { ...policy, chat }
}

/** Selects the messages that the viewer can see, without those of people whom the viewer has muted. */
function selectChatMessages(viewer: Viewer, ownerId: string, contentId: string) {
  return db
    .selectFrom('comments')
    .innerJoinLateral(selectAuthor(viewer), (join) => join.onTrue())
    .select(chatMessageColumns)
    .select(['profiles.user_id', 'username', 'is_minor', 'comments.moderation', 'held_for'])
    .select(authorRoleSql(sql`${ownerId}::uuid`))
    .where('comments.content_id', '=', contentId)
    .where('comments.broadcast_ms', 'is not', null)
    .where(isCommentVisibleTo(viewer, ownerId))
    .where(sql<boolean>`not ${hasMuted(viewer, sql.ref('comments.user_id'))}`)
}
