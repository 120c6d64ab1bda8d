import type { Generated } from 'kysely'
import type { ReportOutcome } from '#contract/moderation/reports.ts'
import type { ReportPriority, ReportReason, ReportSubject } from '#contract/moderation/report-reasons.ts'
import type { GeneratedIdColumn, CreatedAtColumn } from './columns.ts'

/* Reports by members, and notices about intimate images (migration 0014). */

export interface ReportsTable {
  id: GeneratedIdColumn
  receipt: string
  case_id: string | null
  subject: ReportSubject
  reason: ReportReason
  priority: ReportPriority
  /** Between 0 and 1. */
  weight: number
  words: Generated<string>
  reporter_id: string | null
  signed_out: boolean
  voice: string | null
  /** For reporters who are signed out or new: a keyed hash of their network. */
  network: string | null
  /** The identity of the claim as a keyed hash (server/moderation/floods/flood-claims.ts). */
  claim: string | null
  outcome: ReportOutcome | null
  created_at: CreatedAtColumn
  /** When the current reason was given. */
  reason_at: Generated<Date>
  decided_at: Date | null
}

export interface NoticesTable {
  id: GeneratedIdColumn
  receipt: string
  name: string
  email: string
  on_behalf: 'me' | 'somebody'
  addresses: string
  words: Generated<string>
  claim: string | null
  due_at: Date
  answered_at: Date | null
  answered_by: string | null
  outcome: 'removed' | 'nothing' | 'not_found' | null
  created_at: CreatedAtColumn
}
