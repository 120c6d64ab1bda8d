import type { Comment } from './engagement/comments.ts'
import type { ProcessingStatus } from './content/uploads.ts'

/**
 * What `GET /api/content/{id}/events` and `GET /api/notifications/events` send (server-sent events; `id:` is the place to
 * resume from).
 */
export interface LiveEvents {
  comment: Comment
  comment_deleted: { id: string }
  counts: { likes_count: number; comments_count: number }
  /** Renditions have arrived: the player may read the master playlist again. */
  renditions: { renditions: string[] }
  /** Only for the owner. */
  stream: ProcessingStatus
  /** Only to oneself: what the bell shows has changed. Ask `getUnreadCount`, which knows what one may see now. */
  bell: Record<string, never>
  /** Never sent: each open connection asks again whether its viewer may listen, and sends `gone` if not. `of`: only one viewer's. */
  audience: { of?: string }
  /** The item is gone for this viewer, or the session has ended. */
  gone: Record<string, never>
  /** Too long away to replay: load the page's data again, and go on from this event's id. */
  reset: Record<string, never>
}

export type LiveEventName = keyof LiveEvents

export const notificationEventsPath = '/api/notifications/events'

/** Each heartbeat names its stream; a page answers there, so that the server finds connections that died without a word. */
export const heartbeatAckPath = (stream: string) => `/api/live/${stream}`

export const contentEventsPath = (id: string) => `/api/content/${id}/events`
