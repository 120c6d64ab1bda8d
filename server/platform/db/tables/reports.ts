import type { Generated } from 'kysely'
import type { ReportOutcome } from '#contract/moderation/reports.ts'
import type { ReportPriority, ReportReason, ReportSubject } from '#contract/moderation/report-reasons.ts'
import type { GeneratedIdColumn, CreatedAtColumn } from './columns.ts'

/* Tables for reports by members and notices about intimate images (migration 0014). */

export interface ReportsTable {
  id: GeneratedIdColumn
  receipt: string
  case_id: string | null
  subject: ReportSubject
  reason: ReportReason
  priority: ReportPriority
  /** The weight of the report, between 0 and 1. */
  weight: number
  words: Generated<string>
  reporter_id: string | null
  signed_out: boolean
  voice: string | null
  /** A keyed hash of the reporter's network. The hash is stored only for reports with a low weight. */
  network: string | null
  /**
   * A keyed hash of the report's sender and text. The hash identifies repeated reports
   * (server/moderation/report-floods/distinct-reports.ts).
   */
  claim: string | null
  outcome: ReportOutcome | null
  created_at: CreatedAtColumn
  /** When the reporter last chose or changed the reason. */
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
