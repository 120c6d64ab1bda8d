import type { Generated } from 'kysely'
import type { TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Who follows whom. */

export interface FollowsTable {
  follower_id: string
  followed_id: string
  state: 'pending' | 'approved'
  created_at: CreatedAtColumn
  approved_at: Date | null
  approved_adult: Generated<boolean>
  /** A minor declined the request of an adult, to whom it still looks pending. */
  declined_at: Generated<Date | null>
}

export interface FollowRequestHistoryTable {
  follower_id: string
  followed_id: string
  asked_at: TimestampColumn
  refused_at: Date | null
}
