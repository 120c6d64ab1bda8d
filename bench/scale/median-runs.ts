import { median } from '#tests/support/measurements/statistics.ts'
import type { MeasuredRuns } from './measured-runs.ts'

/** Returns the median of every number in several measurements of the same operations and runs. */
export function takeMedians(measurements: readonly MeasuredRuns[]): MeasuredRuns {
  return takeMedianOf(measurements) as MeasuredRuns
}

function takeMedianOf(values: readonly unknown[]): unknown {
  const [first] = values
  if (typeof first === 'number') return median(values as number[])
  if (typeof first !== 'object' || first === null) return first
  const children = Object.keys(first).map((key) => {
    const same = values.map((value) => (value as Record<string, unknown>)[key])
    if (same.some((value) => typeof value !== typeof same[0]))
      throw new Error(`${key} is missing in one of the measurements`)
    return [key, takeMedianOf(same)] as const
  })
  return Array.isArray(first) ? children.map(([, value]) => value) : Object.fromEntries(children)
}
