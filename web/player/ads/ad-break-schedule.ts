/**
 * The breaks of a view. Each comes once; who jumps over several gets the last one only; going back brings none again.
 * Times in seconds.
 */
export function createAdBreakSchedule(breaks: readonly number[]) {
  const left = new Set(breaks)
  return {
    /** The break that is due at this time of the video, taking it, and those before it, off the list. */
    take(time: number): number | undefined {
      const due = [...left].filter((at) => at <= time)
      for (const at of due) left.delete(at)
      return due.length ? Math.max(...due) : undefined
    },
    /** Is there a break in the next seconds? */
    isSoon: (time: number, within: number) => [...left].some((at) => at > time && at <= time + within),
  }
}
