/**
 * Estimates a quantile as Prometheus does: by linear interpolation within a bucket. `counts` contains the
 * number of values up to each bound, and the number of all values at the end. For values above the last
 * bound, returns that bound. Returns null if there are no values.
 */
export function estimateQuantile(
  part: number,
  counts: readonly number[],
  bounds: readonly number[],
): number | null {
  const all = counts.at(-1) ?? 0
  if (all === 0) return null
  const rank = part * all
  const nth = counts.findIndex((count) => count >= rank)
  const [below, above] = [bounds[nth - 1] ?? 0, bounds[nth]]
  if (above === undefined) return below
  const before = counts[nth - 1] ?? 0
  return below + ((above - below) * (rank - before)) / (counts[nth]! - before)
}
