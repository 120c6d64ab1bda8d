/** One figure beside what it must hold. Without a bar it is only told. */
export interface Figure {
  what: string
  value: number
  unit: 's' | '×' | 'MB'
  /** The most it may be. */
  bar?: number
}

/** Prints the figures, one a line. Returns how many are over their bar. */
export function print(figures: readonly Figure[]): number {
  const widest = Math.max(...figures.map(({ what }) => what.length))
  for (const figure of figures) {
    const { what, bar, unit } = figure
    const value = told(figure.value, unit).padStart(9)
    const beside =
      bar === undefined ? '' : `   bar ≤ ${told(bar, unit).padEnd(8)} ${isOver(figure) ? '✖' : '✔'}`
    console.log(`${what.padEnd(widest)} ${value}${beside}`)
  }
  return figures.filter(isOver).length
}

function isOver({ value, bar }: Figure): boolean {
  return bar !== undefined && !(value <= bar)
}

function told(value: number, unit: Figure['unit']): string {
  return unit === 'MB' ? `${Math.round(value)} MB` : `${value.toFixed(2)} ${unit}`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
