import type { ChatMessage, postChatMessage } from '#contract/broadcasts/chat.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { loadBroadcastChatState } from '#server/broadcasts/chat-state.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { enforceFirstDayLimit } from '#server/safety-settings/first-day-limits.ts'
import { checkComment, emitCommentHeld } from '../check-comment.ts'
import { chatMessageColumns, emitChatMessage, presentChatMessage } from './chat-messages.ts'
import { loadOwnChatRole } from './chat-role.ts'
import { enforceSlowMode } from './slow-mode.ts'

/**
 * Sends a message in the chat of a broadcast. The message is checked like a comment, and appears on open pages
 * unless it must be reviewed first. Slow mode does not apply to the creator and the creator's helpers.
 */
export async function sendChatMessage(
  viewer: Member,
  contentId: string,
  input: ParsedInputOf<typeof postChatMessage>['body'],
): Promise<ChatMessage> {
  enforceRateLimit('chat', viewer.id)
  return transaction(async (tx) => {
    const checked = await checkComment(tx, viewer, contentId, input, { activity: 'chat' })
    const { ownerId, text, heldFor, holdReasons } = checked
    const chat = await loadBroadcastChatState(tx, contentId)
    if (!chat) throw new ApiError('content_not_found')
    if (!chat.isOpen) throw new ApiError('chat_ended')
    await enforceFirstDayLimit(tx, viewer.id, 'comments')
    const role = await loadOwnChatRole(viewer, ownerId, tx)
    if (role === null) await enforceSlowMode(tx, contentId, viewer.id, chat.slowModeSeconds)
    const row = await tx
      .insertInto('comments')
      .values({
        content_id: contentId,
        user_id: viewer.id,
        body: text,
        broadcast_ms: chat.positionMs,
        ...(heldFor && { moderation: 'held' as const, held_for: heldFor, hold_reasons: holdReasons }),
      })
      .returning(chatMessageColumns)
      .returning(['moderation', 'held_for'])
      .executeTakeFirstOrThrow()
    if (heldFor === 'moderators')
      await emitCommentHeld(tx, { id: row.id, content_id: contentId, user_id: viewer.id }, holdReasons)
    else await emitChatMessage(tx, row.id, heldFor ? 'chat_message_held' : 'chat_message_posted')
    return presentChatMessage({ ...row, role, user_id: viewer.id, username: viewer.username })
  })
}
