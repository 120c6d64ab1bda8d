import type { RateLimit } from '../rate-limit.ts'

/*
 * Site-wide limits on how many items can be hidden because of notices and reports before a moderator has
 * reviewed the items (decision 040). The first few items that each source hides in a day have a separate
 * limit (`first`). One source can use up only a small part of the `first` limit. Even if a few sources report
 * many items, a notice from another source can still hide the first items that it names.
 */

/**
 * How many hidden items per source and day count toward the `first` limits. A source is an IPv4 address, an
 * IPv6 /48 or an account.
 */
export const initialHoldLimitPerSource = { most: 2, minutes: 24 * 60 } as const satisfies RateLimit

export interface AutomaticHoldLimits {
  first: readonly RateLimit[]
  /**
   * The limits for all other hidden items: those that a source hides after its first few items of the day,
   * and those that exceed the `first` limits.
   */
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
 * Notices and reports have independent limits. The limits under `severeReports` apply only to reports with
 * the highest priority, P0.
 */
export const automaticHoldLimits = {
  notices: { first, shared },
  severeReports: { first, shared },
  otherReports: { first: [], shared },
} as const satisfies Record<string, AutomaticHoldLimits>
