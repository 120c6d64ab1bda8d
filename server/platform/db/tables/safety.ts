import type { Generated } from 'kysely'
import type { GeneratedIdColumn, CreatedAtColumn } from './columns.ts'

/* Moderation cases and first-day limits. */

export interface CasesTable {
  id: GeneratedIdColumn
  subject: 'content' | 'comment' | 'profile'
  content_id: string | null
  comment_id: string | null
  user_id: string
  priority: number
  opened_at: CreatedAtColumn
  claimed_by: string | null
  claimed_at: Date | null
  closed_at: Date | null
  /** A deadline that replaces the default for its priority. */
  due_at: Date | null
  /** Who opened it, as a keyed hash (server/moderation/floods/floods.ts). */
  flood_key: string | null
  /** Dismissed in bulk without being looked at (server/moderation/decisions/earlier-judgments.ts). */
  dismissed_unseen: Generated<boolean>
}

export interface FirstDayUsageTable {
  user_id: string
  uploads: Generated<number>
  comments: Generated<number>
  follows: Generated<number>
}
