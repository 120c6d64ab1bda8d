import type { Generated } from 'kysely'
import type { CreatedAtColumn, GeneratedIdColumn } from './columns.ts'

/* Tables of comments. */

export interface CommentsTable {
  id: GeneratedIdColumn
  content_id: string
  /** The comment that starts the thread of a reply. */
  parent_id: string | null
  /** The author of the comment that a reply answers. */
  reply_to_user_id: string | null
  /** Null for a deleted comment that has replies. */
  user_id: string | null
  body: string
  moderation: Generated<'approved' | 'held' | 'removed' | 'deleted'>
  /** Who approves the comment while it is held; null means moderators. */
  held_for: 'moderators' | 'owner' | null
  hold_reasons: Generated<string[]>
  created_at: CreatedAtColumn
  edited_at: Date | null
  /** When the owner of the video pinned the comment. At most one comment per video is pinned. */
  pinned_at: Date | null
  /** When the owner of the video gave the comment a heart. */
  hearted_at: Date | null
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
 * The sort keys of the comments that start a thread, for the order `top`. Database triggers maintain this
 * table (migration 0085).
 */
export interface CommentRanksTable {
  comment_id: string
  content_id: string
  likes_count: number
  /** The number of approved replies. */
  replies_count: number
  created_at: Date
}

/** The earlier texts of edited comments. */
export interface CommentEditsTable {
  id: Generated<string>
  comment_id: string
  body: string
  replaced_at: CreatedAtColumn
}
