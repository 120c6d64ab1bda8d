import type { Id, Made } from './columns.ts'

/* What is one's own to take along. */

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
