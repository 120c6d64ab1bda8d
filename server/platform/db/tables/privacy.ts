import type { GeneratedIdColumn, TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Tables of data exports, transparency reports and idempotency keys. */

export interface DataExportsTable {
  id: GeneratedIdColumn
  user_id: string
  requested_at: CreatedAtColumn
  ready_at: Date | null
  expires_at: Date | null
  bytes: number | null
}

/** The counts of one quarter. `figures` is a `QuarterCounts` (server/privacy/transparency-report.ts). */
export interface TransparencyReportsTable {
  quarter: string
  figures: unknown
  counted_at: CreatedAtColumn
}

/** The stored response to a request with an Idempotency-Key. `asked` is a hash of the request. */
export interface IdempotencyKeysTable {
  user_id: string
  endpoint: string
  key: string
  asked: string
  answer: unknown
  made_at: TimestampColumn
}
