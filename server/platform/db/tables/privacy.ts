import type { GeneratedIdColumn, TimestampColumn, CreatedAtColumn } from './columns.ts'

/* What is one's own to take along, and what was answered to whom. */

export interface DataExportsTable {
  id: GeneratedIdColumn
  user_id: string
  requested_at: CreatedAtColumn
  ready_at: Date | null
  expires_at: Date | null
  bytes: number | null
}

/** `figures` are `QuarterCounts` (server/privacy/transparency-report.ts). */
export interface TransparencyReportsTable {
  quarter: string
  figures: unknown
  counted_at: CreatedAtColumn
}

/** What was answered to a request with an Idempotency-Key; `asked` is a hash of it. */
export interface IdempotencyKeysTable {
  user_id: string
  endpoint: string
  key: string
  asked: string
  answer: unknown
  made_at: TimestampColumn
}
