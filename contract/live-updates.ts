import type { Comment } from './engagement/comments.ts'
import type { ProcessingStatus } from './content/uploads.ts'

/**
 * Server-sent events of `GET /api/content/{id}/events` and `GET /api/notifications/events`. `id:` is the cursor
 * to resume from.
 */
export interface LiveEvents {
  comment: Comment
  comment_deleted: { id: string }
  counts: { likes_count: number; comments_count: number }
  /** New renditions are available: the player can reload the master playlist. */
  renditions: { renditions: string[] }
  /** The processing status of the upload. Sent to its owner only. */
  stream: ProcessingStatus
  /**
   * Sent to one person when their notifications change. Call `getUnreadCount`, which counts only what they can
   * see now.
   */
  bell: Record<string, never>
  /**
   * Internal, never sent to clients. Makes each open connection check again whether its viewer may listen, and
   * send `gone` if not. `of` limits this to one viewer.
   */
  audience: { of?: string }
  /** The item is no longer visible to this viewer, or the session has ended. */
  gone: Record<string, never>
  /**
   * The client was disconnected for too long to replay events. Reload the page's data and continue from this
   * event's id.
   */
  reset: Record<string, never>
}

export type LiveEventName = keyof LiveEvents

export const notificationEventsPath = '/api/notifications/events'

/** Each heartbeat names its stream. Pages acknowledge it at this path, so the server can detect dead connections. */
export const heartbeatAckPath = (stream: string) => `/api/live/${stream}`

export const contentEventsPath = (id: string) => `/api/content/${id}/events`
