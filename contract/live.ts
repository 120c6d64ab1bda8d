import type { Comment } from './comments.ts'
import type { Stream } from './uploads.ts'

/** What `GET /api/content/{id}/events` sends (server-sent events; `id:` is the place to resume from). */
export interface LiveEvents {
  comment: Comment
  comment_deleted: { id: string }
  counts: { likes_count: number; comments_count: number }
  /** Renditions have arrived: the player may read the master playlist again. */
  renditions: { renditions: string[] }
  /** Only for the owner. */
  stream: Stream
  /** The item is gone for this viewer. */
  gone: Record<string, never>
  /** Too long away to replay: load the page's data again. */
  reset: Record<string, never>
}

export type LiveEventName = keyof LiveEvents

export const contentEvents = (id: string) => `/api/content/${id}/events`
