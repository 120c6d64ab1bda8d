/**
 * Limits calls per key in this process. The returned function returns 0 if the call is allowed, otherwise the
 * seconds until the next call is allowed. Rejected calls do not count.
 */
export function createRateLimiter({
  most,
  minutes,
}: {
  most: number
  minutes: number
}): (from: string) => number {
  const span = minutes * 60_000
  const seen = new Map<string, number[]>()
  return (from) => {
    const now = Date.now()
    dropExpired(seen, now - span)
    const times = (seen.get(from) ?? []).filter((time) => time > now - span)
    if (times.length >= most) return Math.ceil((times[0]! + span - now) / 1000)
    seen.delete(from)
    seen.set(from, [...times, now])
    return 0
  }
}

/**
 * Deletes keys whose calls have all expired. Keys are ordered by their last call, so expired keys come first.
 */
function dropExpired(seen: Map<string, number[]>, since: number): void {
  for (const [other, times] of seen) {
    if (times.at(-1)! >= since) return
    seen.delete(other)
  }
}
