/** A point of a rate-distortion curve: the bit rate in bits per second and the quality, such as SSIM in decibels. */
export interface RatePoint {
  bitrate: number
  quality: number
}

/**
 * Returns the average change of the bit rate at the same quality (Bjøntegaard delta rate): −0.1 means 10% fewer bits.
 * Between two points, the logarithm of the bit rate is interpolated linearly. Returns undefined if the two curves
 * have no quality in common. Source: ITU-T VCEG-M33, with linear instead of cubic interpolation, because three
 * points do not support a cubic curve.
 */
export function computeBdRate(
  baseline: readonly RatePoint[],
  changed: readonly RatePoint[],
): number | undefined {
  const [one, other] = [upperHull(baseline), upperHull(changed)]
  const from = Math.max(one[0]!.quality, other[0]!.quality)
  const to = Math.min(one.at(-1)!.quality, other.at(-1)!.quality)
  if (!(to > from)) return undefined
  return Math.exp((integrate(other, from, to) - integrate(one, from, to)) / (to - from)) - 1
}

/** Returns the bit rate that reaches a quality on a curve, or at the nearest end of the curve. */
export function bitrateAtQuality(points: readonly RatePoint[], quality: number): number {
  const hull = upperHull(points)
  return Math.exp(interpolate(hull, Math.min(Math.max(quality, hull[0]!.quality), hull.at(-1)!.quality)))
}

/**
 * Returns the points that no mix of two other points beats, sorted by bit rate. Bit rates are compared on a
 * logarithmic scale.
 */
export function upperHull(points: readonly RatePoint[]): RatePoint[] {
  const hull: RatePoint[] = []
  for (const point of points.toSorted((a, b) => a.bitrate - b.bitrate || b.quality - a.quality)) {
    if (hull.length > 0 && point.quality <= hull.at(-1)!.quality) continue
    while (hull.length > 1 && slope(hull.at(-2)!, hull.at(-1)!) <= slope(hull.at(-1)!, point)) hull.pop()
    hull.push(point)
  }
  return hull
}

function slope(a: RatePoint, b: RatePoint): number {
  return (b.quality - a.quality) / Math.log(b.bitrate / a.bitrate)
}

function integrate(hull: readonly RatePoint[], from: number, to: number): number {
  const qualities = [from, ...hull.map(({ quality }) => quality).filter((q) => q > from && q < to), to]
  return qualities
    .slice(1)
    .reduce(
      (sum, quality, i) =>
        sum +
        ((quality - qualities[i]!) * (interpolate(hull, quality) + interpolate(hull, qualities[i]!))) / 2,
      0,
    )
}

/** Returns the logarithm of the bit rate at a quality. */
function interpolate(hull: readonly RatePoint[], quality: number): number {
  const next = Math.max(
    1,
    hull.findIndex((point) => point.quality >= quality),
  )
  const [a, b] = [hull[next - 1]!, hull[next]!]
  if (!b) return Math.log(a.bitrate)
  const part = (quality - a.quality) / (b.quality - a.quality)
  return Math.log(a.bitrate) + part * Math.log(b.bitrate / a.bitrate)
}
