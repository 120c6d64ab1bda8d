import { median, quantile } from '#tests/support/measurements/statistics.ts'

/** A bar of live broadcasts, and the values that were measured for it. */
export interface LiveBar {
  name: string
  unit: 's' | 'ms' | 'cores' | '×' | ''
  values: readonly number[]
  /** The highest acceptable value. A bar without limits is reported but not checked. */
  max?: number
  /** The lowest acceptable value, which no measured value may be below. */
  min?: number
  /** Which value is compared with `max`. */
  judge?: 'p95' | 'worst'
  /** Conditions of the measurement that the reader must know, such as a shorter duration. */
  note?: string
}

const columns = ['bar', 'target', 'median', 'p95', 'lowest', 'highest', 'values', 'result'] as const

/** Prints all bars as one table. Returns the number of bars that were missed. */
export function printLiveBars(bars: readonly LiveBar[]): number {
  const rows = [[...columns], ...bars.map(toRow)]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  for (const row of rows)
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
    )
  for (const { name, note } of bars) if (note) console.log(`* ${name}: ${note}`)
  return bars.filter(isMissed).length
}

function toRow(bar: LiveBar): string[] {
  const { name, unit, values, note } = bar
  const show = (value: number) => formatValue(value, unit)
  const hasLimit = bar.max !== undefined || bar.min !== undefined
  return [
    note ? `${name} *` : name,
    formatTarget(bar),
    show(median(values)),
    show(quantile(values, 0.95)),
    show(lowest(values)),
    show(highest(values)),
    String(values.length),
    hasLimit ? (isMissed(bar) ? '✖ missed' : '✔ ok') : '',
  ]
}

function formatTarget({ unit, min, max, judge }: LiveBar): string {
  const statistic = judge === 'p95' ? ' p95' : ''
  if (min !== undefined && max !== undefined)
    return `${formatValue(min, unit)} to ${formatValue(max, unit)}${statistic}`
  if (max !== undefined) return `≤ ${formatValue(max, unit)}${statistic}`
  return min === undefined ? '' : `≥ ${formatValue(min, unit)}`
}

/** A bar without values counts as missed, because nothing was measured. */
function isMissed({ values, min, max, judge = 'worst' }: LiveBar): boolean {
  if (values.length === 0) return true
  const high = judge === 'p95' ? quantile(values, 0.95) : highest(values)
  return high > (max ?? Infinity) || lowest(values) < (min ?? -Infinity)
}

// Math.min and Math.max do not accept hundreds of thousands of arguments.
const lowest = (values: readonly number[]) =>
  values.reduce((least, value) => Math.min(least, value), Infinity)
const highest = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, value), -Infinity)

function formatValue(value: number, unit: LiveBar['unit']): string {
  if (!Number.isFinite(value)) return '–'
  const digits = unit === 'ms' || (unit === '' && Number.isInteger(value)) ? 0 : 2
  return `${value.toFixed(digits)} ${unit}`.trim()
}
