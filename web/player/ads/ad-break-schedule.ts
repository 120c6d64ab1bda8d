/**
 * Schedules the ad breaks during one view of a video. All times are in seconds. Each ad break is shown once.
 * If the viewer seeks past several ad breaks, only the last one is shown. If the viewer seeks backwards, no
 * ad break is shown again.
 */
export function createAdBreakSchedule(breaks: readonly number[]) {
  const remaining = new Set(breaks)
  return {
    /**
     * Returns the ad break that is due at the given time. Removes the returned break and all earlier breaks
     * from the schedule.
     */
    take(time: number): number | undefined {
      const due = [...remaining].filter((at) => at <= time)
      for (const at of due) remaining.delete(at)
      return due.length ? Math.max(...due) : undefined
    },
    /** Returns whether an ad break is due within the given number of seconds. */
    isSoon: (time: number, within: number) => [...remaining].some((at) => at > time && at <= time + within),
  }
}
