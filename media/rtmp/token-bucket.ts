/**
 * Limits an average rate. Up to `burstSeconds` seconds' worth may arrive at once. `now` is a monotonic time
 * in milliseconds.
 */
export class TokenBucket {
  #tokens: number
  #updatedAt: number
  readonly #perSecond: number
  readonly #capacity: number

  constructor({ perSecond, burstSeconds }: { perSecond: number; burstSeconds: number }, now: number) {
    this.#perSecond = perSecond
    this.#capacity = perSecond * burstSeconds
    this.#tokens = this.#capacity
    this.#updatedAt = now
  }

  /** Takes tokens. Returns false if the rate is exceeded. */
  take(count: number, now: number): boolean {
    const refill = ((now - this.#updatedAt) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#capacity, this.#tokens + refill) - count
    this.#updatedAt = now
    return this.#tokens >= 0
  }
}
