/** A measurement and its threshold. A measurement without a threshold is reported but not checked. */
export interface BenchMetric {
  name: string
  value: number
  unit: 's' | 'min' | 'ms' | '×' | 'MB' | 'Mbit/s' | 'cores' | '%' | '/s' | '/min' | 'dB' | 'points' | ''
  /** The highest acceptable value of the metric. */
  max?: number
  /** The lowest acceptable value of the metric. */
  min?: number
}

/** Prints one metric per line. Returns the number of metrics that miss their threshold. */
export function printMetrics(figures: readonly BenchMetric[]): number {
  const widest = Math.max(...figures.map(({ name }) => name.length))
  for (const figure of figures) {
    const value = formatValue(figure.value, figure.unit).padStart(11)
    console.log(`${figure.name.padEnd(widest)} ${value}${formatLimit(figure)}`)
  }
  return figures.filter(missesLimit).length
}

function formatLimit(figure: BenchMetric): string {
  const { max: bar, min: least, unit } = figure
  const limit = bar ?? least
  if (limit === undefined) return ''
  return `   limit ${bar === undefined ? '≥' : '≤'} ${formatValue(limit, unit).padEnd(11)} ${missesLimit(figure) ? '✖' : '✔'}`
}

function missesLimit({ value, max: bar, min: least }: BenchMetric): boolean {
  return !(value <= (bar ?? Infinity) && value >= (least ?? -Infinity))
}

function formatValue(value: number, unit: BenchMetric['unit']): string {
  const digits = unit === 'MB' || unit === '' ? 0 : unit === 'ms' || unit === '%' ? 1 : 2
  return `${value.toFixed(digits)} ${unit}`.trim()
}
