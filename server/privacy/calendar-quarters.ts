/** Returns the quarter before the one that contains `now`, such as `2026-Q3`. Quarters are in UTC. */
export function getPreviousQuarter(now: Date): string {
  const before = new Date(Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3 - 1, 1))
  return `${before.getUTCFullYear()}-Q${Math.floor(before.getUTCMonth() / 3) + 1}`
}

/** Returns the start of a quarter and, as the exclusive end, the start of the next quarter. */
export function getQuarterRange(quarter: string): { from: Date; to: Date } {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(6))]
  return { from: new Date(Date.UTC(year, number * 3 - 3, 1)), to: new Date(Date.UTC(year, number * 3, 1)) }
}
