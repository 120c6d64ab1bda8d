import type { Generated } from 'kysely'
import type { Id, Made } from './columns.ts'

/* Who may reach whom, and what is being looked into. */

export interface Cases {
  id: Id
  subject: 'content' | 'comment' | 'profile'
  content_id: string | null
  comment_id: string | null
  user_id: string
  priority: number
  opened_at: Made
  claimed_by: string | null
  claimed_at: Date | null
  closed_at: Date | null
  /** A clock that somebody else has set. */
  due_at: Date | null
  /** Who opened it, as a keyed hash (server/moderation/floods.ts). */
  flood_key: string | null
  /** Dismissed together with many others: nobody has looked (server/moderation/judged.ts). */
  dismissed_unseen: Generated<boolean>
}

export interface FirstDays {
  user_id: string
  uploads: Generated<number>
  comments: Generated<number>
  follows: Generated<number>
}
