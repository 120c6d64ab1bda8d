/** A rate limit that allows at most `most` events in `minutes` minutes. */
export interface RateLimit {
  most: number
  minutes: number
}
