/** `2026-Q3` for any moment of the quarter after it. Quarters are those of UTC. */
export function previousQuarter(now: Date): string {
  const before = new Date(Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3 - 1, 1))
  return `${before.getUTCFullYear()}-Q${Math.floor(before.getUTCMonth() / 3) + 1}`
}

/** From its first moment to the first after it. */
export function quarterRange(quarter: string): { from: Date; to: Date } {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(6))]
  return { from: new Date(Date.UTC(year, number * 3 - 3, 1)), to: new Date(Date.UTC(year, number * 3, 1)) }
}
