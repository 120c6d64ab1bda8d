import type { RateLimit } from './intimate-image-notices.ts'

/*
 * How many items notices and reports can hide on the whole site before a moderator reviews them (decision 040).
 * The first holds of each source in a day have their own budget. A few sources with large notices cannot use it
 * up, so a first, small notice still hides its item.
 */

/** How many holds by one source (an IPv4 address, an IPv6 /48 or an account) use the first-hold budget in a day. */
export const firstHoldsPerSource = { most: 2, minutes: 24 * 60 } as const satisfies RateLimit

export interface AutomaticHoldLimits {
  first: readonly RateLimit[]
  /** Used for all other holds, and for first holds when `first` is used up. */
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

/** Independent budgets for notices and reports. `severeReports` is for P0 reports only. */
export const automaticHoldLimits = {
  notices: { first, shared },
  severeReports: { first, shared },
  otherReports: { first: [], shared },
} as const satisfies Record<string, AutomaticHoldLimits>
