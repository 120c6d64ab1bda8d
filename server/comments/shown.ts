import type { Comment } from '#contract/comments.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { forMinors, textFor } from '../safety/shown-text.ts'

export interface Row extends Omit<Comment, 'created_at' | 'held'> {
  created_at: Date
  moderation?: string
  held_for?: Comment['held'] | null
}

/** A comment for this viewer. Authors read their own as written; for others `textFor` covers contact details. */
export function shownTo(viewer: Viewer, row: Row & { is_minor: boolean }): Comment {
  const isOwn = row.user_id === idOf(viewer)
  return shown(isOwn ? row : { ...row, body: textFor(viewer, row.body, row.is_minor) })
}

/** A comment as open pages are sent it. They can't tell who is a minor, so a minor's contact details are covered here. */
export function shownLive(row: Row & { is_minor: boolean }): Comment {
  return shown(row.is_minor ? { ...row, body: forMinors(row.body) } : row)
}

/** A comment as the contract says it. One that is held says who decides. */
export function shown(row: Row): Comment {
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
