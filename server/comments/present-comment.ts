import type { Comment } from '#contract/engagement/comments.ts'
import { viewerIdOf, type Viewer } from '../platform/http/viewer.ts'
import { maskContactsCached, maskTextFor } from '#server/access-policy/contact-visibility.ts'

export interface Row extends Omit<Comment, 'created_at' | 'held'> {
  created_at: Date
  moderation?: string
  held_for?: Comment['held'] | null
}

/** A comment for this viewer. Authors read their own as written; for others `maskTextFor` covers contact details. */
export function presentCommentTo(viewer: Viewer, row: Row & { is_minor: boolean }): Comment {
  const isOwn = row.user_id === viewerIdOf(viewer)
  return presentComment(isOwn ? row : { ...row, body: maskTextFor(viewer, row.body, row.is_minor) })
}

/** A comment as open pages are sent it. They can't tell who is a minor, so a minor's contact details are covered here. */
export function shownLive(row: Row & { is_minor: boolean }): Comment {
  return presentComment(row.is_minor ? { ...row, body: maskContactsCached(row.body) } : row)
}

/** A comment as the contract says it. One that is held says who decides. */
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
