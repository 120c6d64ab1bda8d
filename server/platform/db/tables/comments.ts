import type { Generated } from 'kysely'
import type { CreatedAtColumn, GeneratedIdColumn } from './columns.ts'

/* Tables for comments. */

export interface CommentsTable {
  id: GeneratedIdColumn
  content_id: string
  /** For a reply, the first comment of its thread. */
  parent_id: string | null
  /** For a reply, the author of the comment that the reply answers. */
  reply_to_user_id: string | null
  /** The author of the comment. Null for a deleted comment that has replies. */
  user_id: string | null
  body: string
  moderation: Generated<'approved' | 'held' | 'removed' | 'deleted'>
  /** For a held comment, who has to approve it. Null means moderators. */
  held_for: 'moderators' | 'owner' | null
  hold_reasons: Generated<string[]>
  created_at: CreatedAtColumn
  edited_at: Date | null
  /** When the owner of the video pinned the comment. At most one comment per video is pinned. */
  pinned_at: Date | null
  /** When the owner of the video gave the comment a heart. */
  hearted_at: Date | null
  /** For a chat message, its position in the broadcast in milliseconds. Null for other comments. */
  broadcast_ms: number | null
}

export interface CommentLikesTable {
  comment_id: string
  user_id: string
  created_at: CreatedAtColumn
}

/**
 * The number of likes of each comment that has ever been liked. Database triggers maintain this table
 * (migration 0071).
 */
export interface CommentLikeCountsTable {
  comment_id: string
  likes_count: number
}

/** The people whom a comment mentions. */
export interface CommentMentionsTable {
  comment_id: string
  user_id: string
  /** The username as it is written in the comment, in lower case. */
  name: string
  created_at: CreatedAtColumn
}

/**
 * The sort keys of the `top` order, for each comment that starts a thread. Database triggers maintain this
 * table (migration 0085).
 */
export interface CommentRanksTable {
  comment_id: string
  content_id: string
  likes_count: number
  /** The number of approved replies in the thread. */
  replies_count: number
  created_at: Date
}

/** Earlier versions of edited comments. */
export interface CommentEditsTable {
  id: Generated<string>
  comment_id: string
  body: string
  replaced_at: CreatedAtColumn
}
