import type { Comment } from '#contract/engagement/comments.ts'
import { viewerIdOf, type Viewer } from '../platform/http/viewer.ts'
import {
  maskContactDetailsCached,
  maskTextForViewer,
} from '#server/access-policy/contact-detail-visibility.ts'

export interface CommentRow extends Omit<Comment, 'created_at' | 'edited_at' | 'held'> {
  created_at: Date
  edited_at: Date | null
  moderation?: string
  held_for?: Comment['held'] | null
}

/** The columns of a comment that its API representation contains. */
export const commentColumns = [
  'comments.id',
  'comments.content_id',
  'comments.user_id',
  'comments.body',
  'comments.created_at',
  'comments.edited_at',
] as const

/**
 * Returns a comment as this viewer sees it. Authors see their own text as written; for others, `maskTextForViewer`
 * hides contact details.
 */
export function presentCommentForViewer(viewer: Viewer, row: CommentRow & { is_minor: boolean }): Comment {
  const isOwn = row.user_id === viewerIdOf(viewer)
  return presentComment(isOwn ? row : { ...row, body: maskTextForViewer(viewer, row.body, row.is_minor) })
}

/**
 * Returns the version of a comment that live updates send. Live updates are the same for all viewers, so a
 * minor's contact details are masked here.
 */
export function presentCommentForLiveUpdates(row: CommentRow & { is_minor: boolean }): Comment {
  return presentComment(row.is_minor ? { ...row, body: maskContactDetailsCached(row.body) } : row)
}

/**
 * Converts a comment to its API representation. For a held comment, the result says who has to approve the
 * comment.
 */
export function presentComment(row: CommentRow): Comment {
  const { id, content_id, user_id, username, avatar_url, body, folded } = row
  const held = row.moderation === 'held' && { held: row.held_for ?? ('moderators' as const) }
  return {
    id,
    content_id,
    user_id,
    username,
    avatar_url,
    body,
    folded,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    ...held,
  }
}
