/** A rate limit: `most` is the maximum number of events in `minutes` minutes. */
export interface RateLimit {
  most: number
  minutes: number
}
