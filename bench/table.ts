/** One figure beside what it must hold. Without a bar it is only told. */
export interface Figure {
  what: string
  value: number
  unit: 's' | 'ms' | '×' | 'MB' | 'Mbit/s' | ''
  /** The most it may be. */
  bar?: number
  /** The least it may be. */
  least?: number
}

/** Prints the figures, one a line. Returns how many miss their bar. */
export function print(figures: readonly Figure[]): number {
  const widest = Math.max(...figures.map(({ what }) => what.length))
  for (const figure of figures) {
    const value = told(figure.value, figure.unit).padStart(11)
    console.log(`${figure.what.padEnd(widest)} ${value}${beside(figure)}`)
  }
  return figures.filter(misses).length
}

function beside(figure: Figure): string {
  const { bar, least, unit } = figure
  const limit = bar ?? least
  if (limit === undefined) return ''
  return `   bar ${bar === undefined ? '≥' : '≤'} ${told(limit, unit).padEnd(11)} ${misses(figure) ? '✖' : '✔'}`
}

function misses({ value, bar, least }: Figure): boolean {
  return !(value <= (bar ?? Infinity) && value >= (least ?? -Infinity))
}

function told(value: number, unit: Figure['unit']): string {
  const digits = unit === 'MB' || unit === '' ? 0 : unit === 'ms' ? 1 : 2
  return `${value.toFixed(digits)} ${unit}`.trim()
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
