import type { Comment } from '#contract/comments.ts'
import { idOf, type Viewer } from '../platform/http/viewer.ts'
import { textFor } from '../safety/shown-text.ts'

interface Row extends Omit<Comment, 'created_at' | 'held'> {
  created_at: Date
  moderation?: string
  held_for?: Comment['held'] | null
}

/** As `shown`, to this viewer: links and contact details are for adults, and in one's own. */
export function shownTo(viewer: Viewer, row: Row): Comment {
  return shown(row.user_id === idOf(viewer) ? row : { ...row, body: textFor(viewer, row.body) })
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
