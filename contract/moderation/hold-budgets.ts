import type { RateLimit } from './intimate-image-notices.ts'

/*
 * How much notices and reports hide on the whole site before a person has looked (decision 040). The first holds of a source in a day have
 * a budget of their own: large notices by a few sources cannot use it up, so a first, small notice still hides its item.
 */

/** So many holds a day of one source (an IPv4 address, an IPv6 /48 or an account) come from `first`. */
export const firstHoldLimit = { most: 2, minutes: 24 * 60 } as const satisfies RateLimit

export interface HoldBudget {
  first: readonly RateLimit[]
  /** All others, and the first ones once `first` is used up. */
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

/** None can spend the budget of another. `graveReports` is for P0 alone. */
export const holdBudgets = {
  notices: { first, shared },
  graveReports: { first, shared },
  otherReports: { first: [], shared },
} as const satisfies Record<string, HoldBudget>
