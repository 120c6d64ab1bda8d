/**
 * Counts what came from where, in this process and nowhere else: nothing of it is stored. Answers how many came within the
 * last `minutes` before this one, which is counted too. `most`: more than that are not remembered.
 */
export function pace({ most, minutes }: { most: number; minutes: number }): (from: string) => number {
  const span = minutes * 60_000
  const seen = new Map<string, number[]>()
  return (from) => {
    const since = Date.now() - span
    for (const [other, times] of seen) if (times.at(-1)! < since) seen.delete(other)
    const times = (seen.get(from) ?? []).filter((time) => time > since)
    seen.set(from, [...times, Date.now()].slice(-most - 1))
    return times.length
  }
}
