import type { Generated } from 'kysely'
import type { TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Tables for follows and follow requests. */

export interface FollowsTable {
  follower_id: string
  followed_id: string
  state: 'pending' | 'approved'
  created_at: CreatedAtColumn
  approved_at: Date | null
  approved_adult: Generated<boolean>
  /** Whether the follower gets a notification about each new video. */
  new_video_notifications: Generated<boolean>
  /**
   * When a minor declined an adult's follow request. The adult still sees the declined request as pending.
   */
  declined_at: Generated<Date | null>
}

export interface FollowRequestHistoryTable {
  follower_id: string
  followed_id: string
  requested_at: TimestampColumn
  refused_at: Date | null
}
