import type { GeneratedIdColumn, TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Tables for data exports, transparency reports and idempotency keys. */

export interface DataExportsTable {
  id: GeneratedIdColumn
  user_id: string
  requested_at: CreatedAtColumn
  ready_at: Date | null
  expires_at: Date | null
  bytes: number | null
}

/**
 * The counts that the transparency report shows for one quarter. `counts` is a `QuarterCounts`
 * (server/privacy/transparency-report.ts).
 */
export interface TransparencyReportsTable {
  quarter: string
  counts: unknown
  counted_at: CreatedAtColumn
}

/** The stored response to a request with an Idempotency-Key. `request_hash` is a SHA-256 hash. */
export interface IdempotencyKeysTable {
  user_id: string
  endpoint: string
  key: string
  request_hash: string
  response: unknown
  created_at: TimestampColumn
}
