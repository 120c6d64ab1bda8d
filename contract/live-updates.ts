import type { ChatMessage } from './broadcasts/chat.ts'
import type { Comment } from './engagement/comments.ts'
import type { ProcessingStatus } from './content/uploads.ts'

/**
 * The server-sent events of `GET /api/content/{id}/events` and `GET /api/notifications/events`. The `id:` of
 * an event is the cursor to resume from.
 */
export interface LiveEvents {
  comment: Comment
  comment_deleted: { id: string }
  /** A comment's likes, pin or heart changed. */
  comment_reactions: { id: string; likes_count?: number; pinned?: boolean; hearted?: boolean }
  /** A new message in the chat of a broadcast. When a message is removed, `comment_deleted` is sent. */
  chat: ChatMessage
  /** A message that awaits the approval of the creator of the broadcast. Sent only to the creator. */
  chat_held: ChatMessage
  chat_settings: { slow_mode_seconds: number }
  counts: { likes_count: number; comments_count: number }
  /** New renditions are available, so the player can reload the master playlist. */
  renditions: { renditions: string[] }
  /**
   * Captions were added, changed or removed. The client then loads the list of captions again, which contains
   * only captions that the viewer may see.
   */
  captions: Record<string, never>
  /**
   * A broadcast has started, ended or been rescheduled. The client then loads the broadcast again. With `cut`, viewers
   * must not see the rest of the broadcast, so the client closes its player immediately.
   */
  broadcast: { cut?: true }
  /** The rounded viewer count of a broadcast has changed. It is null if fewer than 10 people are watching. */
  viewers: { viewers: number | null }
  /** The upload's processing status has changed. Processing events are sent only to the upload's owner. */
  stream: ProcessingStatus
  /**
   * Sent to a person when their notifications have changed. The client responds to this event by calling
   * `getUnreadCount`, which counts only notifications that the person can still see.
   */
  bell: Record<string, never>
  /**
   * An internal event that is never sent to clients. When an `audience` event occurs, each open connection
   * checks again whether its viewer still has access, and sends `gone` if the viewer has lost access. `of`
   * limits this event to the connections of one viewer.
   */
  audience: { of?: string }
  /**
   * Sent when the viewer can no longer see the item or when the viewer's session has ended. `reason` is set only if
   * a broadcast will not take place.
   */
  gone: { reason?: BroadcastAbsence | undefined }
  /**
   * Sent when the client was disconnected for so long that the missed events cannot be replayed, or when the
   * creator has changed who can comment. After a `reset` event, the client reloads the page's data and
   * continues from the id of the `reset` event.
   */
  reset: Record<string, never>
}

/** Why a broadcast does not take place: its creator cancelled it, or did not start it. */
export type BroadcastAbsence = 'cancelled' | 'not_started'

export type LiveEventName = keyof LiveEvents

export const notificationEventsPath = '/api/notifications/events'

/**
 * Each heartbeat contains the id of its stream. The page acknowledges each heartbeat with a POST to the path
 * that `heartbeatAckPath` returns, so the server can detect dead connections.
 */
export const heartbeatAckPath = (stream: string) => `/api/live/${stream}`

export const contentEventsPath = (id: string) => `/api/content/${id}/events`
