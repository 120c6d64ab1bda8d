import { randomInt } from 'node:crypto'

/** When failed attempts are repeated. */
export interface RetrySchedule {
  maxAttempts: number
  firstDelayMs: number
  longestDelayMs: number
}

/** Twelve attempts within 22.6 hours on average: after 5 s, 15 s, 45 s … 3 h, and then every 6 h. */
export const defaultRetrySchedule: RetrySchedule = {
  maxAttempts: 12,
  firstDelayMs: 5000,
  longestDelayMs: 6 * 3600_000,
}

/**
 * Returns the delay after the given failed attempt, in milliseconds. The delay triples with each attempt and varies by
 * ±20 %, so that the deliveries of an outage are not all repeated at once. `retryAfter` is the delay in seconds that the
 * receiver asks for.
 */
export function computeRetryDelay(
  { firstDelayMs, longestDelayMs }: RetrySchedule,
  attempt: number,
  retryAfter: number | null = null,
): number {
  const delay = Math.min(firstDelayMs * 3 ** (attempt - 1), longestDelayMs)
  const varied = (delay * (800 + randomInt(401))) / 1000
  return Math.max(varied, Math.min((retryAfter ?? 0) * 1000, longestDelayMs))
}
