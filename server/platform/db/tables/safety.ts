import type { Generated } from 'kysely'
import type { GeneratedIdColumn, CreatedAtColumn } from './columns.ts'

/* Tables for moderation cases and first-day limits. */

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
  /** A deadline that replaces the default deadline for the case's priority. */
  due_at: Date | null
  /**
   * The account or network that opened the case, as a keyed hash
   * (server/moderation/report-floods/report-floods.ts).
   */
  flood_key: string | null
  /**
   * Whether the case was dismissed in bulk without being reviewed
   * (server/moderation/decisions/previous-reviews.ts).
   */
  dismissed_unseen: Generated<boolean>
}

export interface FirstDayUsageTable {
  user_id: string
  uploads: Generated<number>
  comments: Generated<number>
  follows: Generated<number>
}
