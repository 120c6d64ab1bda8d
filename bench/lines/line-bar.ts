import { median } from '#tests/support/measurements/statistics.ts'

/** A bar for slow lines, with the values of this site’s player and of hls.js with its default settings. */
export interface LineBar {
  name: string
  unit: 's' | '%' | 'KB' | 'p' | ''
  own: readonly number[]
  /** The values of hls.js with its default settings, if they were measured. */
  other?: readonly number[]
  /** The values of hls.js with its default settings on a page that is as heavy as a watch page. */
  heavy?: readonly number[]
  /**
   * The highest acceptable median, or `hls.js` if it must not exceed the median of hls.js with its default
   * settings. A bar without a limit is reported but not checked.
   */
  max?: number | 'hls.js'
}

const columns = [
  'bar',
  'target',
  'Afterbell',
  'hls.js defaults',
  'on a heavy page',
  'values',
  'result',
] as const

/** Prints all bars as one table with medians. Returns the number of bars that were missed. */
export function printLineBars(bars: readonly LineBar[]): number {
  const rows = [[...columns], ...bars.map(toRow)]
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  for (const row of rows)
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
    )
  return bars.filter(isMissed).length
}

function toRow(bar: LineBar): string[] {
  const { name, unit, own, other, heavy, max } = bar
  return [
    name,
    max === undefined ? '' : `≤ ${max === 'hls.js' ? max : formatValue(max, unit)}`,
    formatValue(median(own), unit),
    other ? formatValue(median(other), unit) : '',
    heavy ? formatValue(median(heavy), unit) : '',
    own.map((value) => formatValue(value, '')).join(' '),
    max === undefined ? '' : isMissed(bar) ? '✖ missed' : '✔ ok',
  ]
}

function isMissed({ own, other = [], max = Infinity }: LineBar): boolean {
  return own.length === 0 || !(median(own) <= (max === 'hls.js' ? median(other) : max))
}

function formatValue(value: number, unit: LineBar['unit']): string {
  const digits = unit === 'p' || Number.isInteger(value) ? 0 : 2
  return `${value.toFixed(digits)} ${unit}`.trim()
}
