/** The height of a chart in SVG units. One time step is one SVG unit wide in the chart. */
export const chartHeight = 100

type Values = readonly (number | null)[]

/**
 * Builds an SVG path that connects the values of a chart. The path has a gap at each missing value. A single
 * value between two gaps becomes a dot.
 */
export function buildLinePath(values: Values, axisMax: number): string {
  return splitAtGaps(values, axisMax)
    .map((segment) => (segment.length > 1 ? `M${segment.join('L')}` : `M${segment[0]}h0.01`))
    .join('')
}

/** Builds an SVG path that fills the area below a chart's line. */
export function buildAreaPath(values: Values, axisMax: number): string {
  return splitAtGaps(values, axisMax)
    .map((segment) => {
      const [first, last] = [segment[0]!, segment.at(-1)!].map((point) => point.split(' ')[0])
      return `M${first} ${chartHeight}L${segment.join('L')}L${last} ${chartHeight}Z`
    })
    .join('')
}

/**
 * Rounds the maximum value of an axis up to a round number of units, for example from 14.2 MB to 15 MB if
 * `unit` is 1024² bytes.
 */
export function roundUpAxisMax(most: number, unit = 1): number {
  if (most <= 0) return unit
  const size = 10 ** Math.floor(Math.log10(most / unit))
  const step = [1, 1.5, 2, 3, 4, 6, 8, 10].find((one) => one * size * unit >= most) ?? 10
  return step * size * unit
}

/**
 * Splits the values of a chart into segments without missing values. Each value becomes a point in the format
 * `x y` of an SVG path.
 */
function splitAtGaps(values: Values, top: number): string[][] {
  const segments: string[][] = []
  let segment: string[] = []
  for (const [x, value] of values.entries()) {
    if (value === null) segment = []
    else {
      if (segment.length === 0) segments.push(segment)
      segment.push(`${x} ${Number((chartHeight - (value / top) * chartHeight).toFixed(1))}`)
    }
  }
  return segments
}
