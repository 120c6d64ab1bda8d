import type { Generated } from 'kysely'
import type { Kept, Made } from './columns.ts'

/* Who follows whom. */

export interface Follows {
  follower_id: string
  followed_id: string
  state: 'pending' | 'approved'
  created_at: Made
  approved_at: Date | null
  approved_adult: Generated<boolean>
  /** A minor declined the request of an adult, to whom it still looks pending. */
  declined_at: Generated<Date | null>
}

export interface FollowAsks {
  follower_id: string
  followed_id: string
  asked_at: Kept
  refused_at: Date | null
}
