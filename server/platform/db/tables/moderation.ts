import type { ColumnType, Generated } from 'kysely'
import type { Action, AppealOutcome, Rule, Source } from '#contract/moderation.ts'
import type { Id, Made } from './columns.ts'

/* What was decided, why and by whom. */

/** How things stood before a decision. */
export interface Before {
  moderation?: string
  rating?: 'all' | '16'
  is_private?: boolean
  username?: string
  /** What their profile said. */
  bio?: string
  /** Of a suspension by strikes: how many brought it. */
  strikes?: number
}

export interface Decisions {
  id: Id
  case_id: string | null
  subject: 'content' | 'comment' | 'profile'
  content_id: string | null
  comment_id: string | null
  user_id: string
  action: Action
  rule: Rule
  source: Source
  decided_by: string | null
  automatic: boolean
  facts: Generated<string>
  about: Generated<string>
  before: ColumnType<Before, string | undefined, never>
  strikes: Generated<number>
  until: Date | null
  caused_by: string | null
  made_at: Made
  reversed_at: Date | null
}

export interface Appeals {
  id: Id
  decision_id: string
  case_id: string | null
  words: string
  made_at: Made
  decided_by: string | null
  decided_at: Date | null
  outcome: AppealOutcome | null
  answer: Generated<string>
}

export interface StaffLooks {
  id: Id
  staff_id: string | null
  case_id: string
  what: 'case' | 'media'
  looked_at: Made
}

/** `entry` is canonical JSON; the database gives the place and the hash when the transaction ends. */
export interface AuditLog {
  id: Id
  seq: Generated<number | null>
  entry: string
  previous: Generated<string | null>
  hash: Generated<string | null>
}
