/**
 * Schedules the ad breaks of one view, in seconds. Each break is shown once. Seeking over several breaks
 * shows only the last one, and seeking back shows none again.
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
    /** Returns whether a break is due within the given number of seconds. */
    isSoon: (time: number, within: number) => [...remaining].some((at) => at > time && at <= time + within),
  }
}
