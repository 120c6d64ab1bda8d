/**
 * Counts what came from where, in this process and nowhere else: nothing of it is stored. Answers how many came within the
 * last `minutes` before this one, which is counted too. `most`: more than that are not remembered.
 */
export function createRateCounter({
  most,
  minutes,
}: {
  most: number
  minutes: number
}): (from: string) => number {
  const span = minutes * 60_000
  const seen = new Map<string, number[]>()
  return (from) => {
    const since = Date.now() - span
    dropExpired(seen, since)
    const times = (seen.get(from) ?? []).filter((time) => time > since)
    seen.delete(from)
    seen.set(from, [...times, Date.now()].slice(-most - 1))
    return times.length
  }
}

/** Whoever did something last stands last: those whose time is over stand first. */
function dropExpired(seen: Map<string, number[]>, since: number): void {
  for (const [other, times] of seen) {
    if (times.at(-1)! >= since) return
    seen.delete(other)
  }
}

/**
 * Lets so many through in so many minutes, of each, in this process: answers 0, or the seconds until the next may come.
 * What was not let through does not count.
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
