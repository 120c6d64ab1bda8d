import type { ColumnType, Generated } from 'kysely'
import type {
  ModerationAction,
  AppealOutcome,
  ModerationRule,
  DecisionSource,
} from '#contract/moderation/moderation-policy.ts'
import type { GeneratedIdColumn, CreatedAtColumn } from './columns.ts'

/* Tables for decisions, appeals and the audit log. */

/** The state of a person or an item before a decision. */
export interface SubjectStateBeforeDecision {
  moderation?: string
  rating?: 'all' | '16'
  is_private?: boolean
  username?: string
  /** The bio at the time of the decision. */
  bio?: string
  /** The number of strikes that led to an automatic suspension. */
  strikes?: number
}

export interface DecisionsTable {
  id: GeneratedIdColumn
  case_id: string | null
  subject: 'content' | 'comment' | 'profile'
  content_id: string | null
  comment_id: string | null
  user_id: string
  action: ModerationAction
  rule: ModerationRule
  source: DecisionSource
  decided_by: string | null
  automatic: boolean
  facts: Generated<string>
  about: Generated<string>
  before: ColumnType<SubjectStateBeforeDecision, string | undefined, never>
  strikes: Generated<number>
  until: Date | null
  caused_by: string | null
  made_at: CreatedAtColumn
  reversed_at: Date | null
}

export interface AppealsTable {
  id: GeneratedIdColumn
  decision_id: string
  case_id: string | null
  words: string
  made_at: CreatedAtColumn
  decided_by: string | null
  decided_at: Date | null
  outcome: AppealOutcome | null
  answer: Generated<string>
}

export interface StaffAccessLogTable {
  id: GeneratedIdColumn
  staff_id: string | null
  case_id: string
  resource: 'case' | 'media'
  accessed_at: CreatedAtColumn
}

/**
 * The audit log. The `entry` column is canonical JSON. When the transaction ends, the database assigns a
 * position in the log and a hash to the entry.
 */
export interface AuditLogTable {
  id: GeneratedIdColumn
  seq: Generated<number | null>
  entry: string
  previous: Generated<string | null>
  hash: Generated<string | null>
}
