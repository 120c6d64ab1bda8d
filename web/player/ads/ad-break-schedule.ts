/**
 * The breaks of one view. Each occurs once; seeking over several shows only the last; seeking back
 * shows none again. Times in seconds.
 */
export function createAdBreakSchedule(breaks: readonly number[]) {
  const remaining = new Set(breaks)
  return {
    /** Returns the break that is due at this time, and removes it and all earlier ones. */
    take(time: number): number | undefined {
      const due = [...remaining].filter((at) => at <= time)
      for (const at of due) remaining.delete(at)
      return due.length ? Math.max(...due) : undefined
    },
    /** Whether a break is due within the next seconds. */
    isSoon: (time: number, within: number) => [...remaining].some((at) => at > time && at <= time + within),
  }
}
