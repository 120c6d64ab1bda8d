import type { Comment } from '#contract/engagement/comments.ts'
import { viewerIdOf, type Viewer } from '../platform/http/viewer.ts'
import { maskContactsCached, maskTextFor } from '#server/access-policy/contact-visibility.ts'

export interface Row extends Omit<Comment, 'created_at' | 'held'> {
  created_at: Date
  moderation?: string
  held_for?: Comment['held'] | null
}

/**
 * Returns a comment as this viewer sees it. Authors see their own text as written; for others, `maskTextFor`
 * hides contact details.
 */
export function presentCommentTo(viewer: Viewer, row: Row & { is_minor: boolean }): Comment {
  const isOwn = row.user_id === viewerIdOf(viewer)
  return presentComment(isOwn ? row : { ...row, body: maskTextFor(viewer, row.body, row.is_minor) })
}

/**
 * Returns a comment for live updates. Live updates are the same for all viewers, so a minor's contact details
 * are masked here.
 */
export function presentLiveComment(row: Row & { is_minor: boolean }): Comment {
  return presentComment(row.is_minor ? { ...row, body: maskContactsCached(row.body) } : row)
}

/** Returns a comment in the API's form. For a held comment, it states who decides about it. */
export function presentComment(row: Row): Comment {
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
    ...held,
  }
}
