import { sql } from 'kysely'
import type { Comment } from '#contract/engagement/comments.ts'
import type { CommentEventData } from '#server/domain-events.ts'
import { getViewerId, type Viewer } from '../platform/http/viewer.ts'
import {
  maskContactDetailsCached,
  maskTextForViewer,
} from '#server/access-policy/contact-detail-visibility.ts'

export interface CommentRow extends Omit<
  Comment,
  'created_at' | 'edited_at' | 'held' | 'liked' | 'pinned' | 'hearted'
> {
  created_at: Date
  edited_at: Date | null
  pinned_at: Date | null
  hearted_at: Date | null
  liked?: boolean
  moderation?: string
  held_for?: Comment['held'] | null
}

/** The columns that the API returns for a comment. */
export const commentColumns = [
  'comments.id',
  'comments.content_id',
  'comments.parent_id',
  'comments.user_id',
  'comments.body',
  'comments.created_at',
  'comments.edited_at',
  'comments.pinned_at',
  'comments.hearted_at',
] as const

/** The number of likes of a comment. */
export const commentLikesCount =
  sql<number>`coalesce((select comment_like_counts.likes_count from comment_like_counts
  where comment_like_counts.comment_id = comments.id), 0)`.as('likes_count')

/** The author of the comment that starts the thread of a reply. */
export const threadAuthorIdSql = sql<
  string | null
>`(select thread.user_id from comments thread where thread.id = comments.parent_id)`.as('thread_user_id')

/**
 * Returns a comment as this viewer sees it. Authors see their own text as written; for others,
 * `maskTextForViewer` hides contact details.
 */
export function presentCommentForViewer(viewer: Viewer, row: CommentRow & { is_minor: boolean }): Comment {
  const isOwn = row.user_id === getViewerId(viewer)
  return presentComment(isOwn ? row : { ...row, body: maskTextForViewer(viewer, row.body, row.is_minor) })
}

interface EmittedCommentRow extends CommentRow {
  is_minor: boolean
  thread_user_id: string | null
}

/**
 * Returns the version of a comment that live updates send. Live updates are the same for all viewers, so a
 * minor's contact details are masked here.
 */
export function presentCommentForLiveUpdates(row: EmittedCommentRow): CommentEventData {
  const { is_minor, thread_user_id, body } = row
  return {
    ...presentComment(is_minor ? { ...row, body: maskContactDetailsCached(body) } : row),
    thread_user_id,
  }
}

/**
 * Converts a comment to its API representation. For a held comment, the result says who has to approve it.
 */
export function presentComment(row: CommentRow): Comment {
  const { id, content_id, parent_id, user_id, username, avatar_url, body, folded } = row
  const held = row.moderation === 'held' && { held: row.held_for ?? ('moderators' as const) }
  return {
    id,
    content_id,
    parent_id,
    user_id,
    username,
    avatar_url,
    body,
    folded,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    likes_count: row.likes_count,
    liked: row.liked ?? false,
    pinned: row.pinned_at !== null,
    hearted: row.hearted_at !== null,
    mentions: row.mentions,
    ...held,
  }
}
