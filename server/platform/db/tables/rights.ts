import type { Id, Kept, Made } from './columns.ts'

/* What is one's own to take along, and what was answered to whom. */

export interface Exports {
  id: Id
  user_id: string
  requested_at: Made
  ready_at: Date | null
  expires_at: Date | null
  bytes: number | null
}

/** `figures` are `QuarterFigures` (server/rights/transparency.ts). */
export interface Transparency {
  quarter: string
  figures: unknown
  counted_at: Made
}

/** What was answered to a request with an Idempotency-Key; `asked` is a hash of it. */
export interface KeptAnswers {
  user_id: string
  endpoint: string
  key: string
  asked: string
  answer: unknown
  made_at: Kept
}
