import type { RateLimit } from '../rate-limit.ts'

/*
 * Site-wide limits on how many items notices and reports can hide before a moderator reviews them (decision
 * 040). The first few items that each source hides in a day have a separate limit (`first`). A few sources
 * with large notices cannot exhaust the `first` limit, so a small first notice from another source still
 * hides the reported item.
 */

/**
 * The number of hidden items per source and day that count against the `first` limits. A source is an IPv4
 * address, an IPv6 /48 or an account.
 */
export const firstHoldsPerReporterRateLimit = { most: 2, minutes: 24 * 60 } as const satisfies RateLimit

export interface AutomaticHoldLimits {
  first: readonly RateLimit[]
  /** The limits for a source's later items, and for its first items once the `first` limits are exhausted. */
  shared: readonly RateLimit[]
}

const first = [
  { most: 60, minutes: 60 },
  { most: 180, minutes: 24 * 60 },
]
const shared = [
  { most: 30, minutes: 60 },
  { most: 120, minutes: 24 * 60 },
]

/**
 * Notices and reports have independent limits. The `severeReports` limits apply only to reports with the
 * highest priority, P0.
 */
export const automaticHoldLimits = {
  notices: { first, shared },
  severeReports: { first, shared },
  otherReports: { first: [], shared },
} as const satisfies Record<string, AutomaticHoldLimits>
