/**
 * A chart is recalculated once its cached copy is one minute old (`freshMs`). While a chart is being
 * recalculated, its cached copy is served if it is at most ten minutes old (`staleMs`).
 */
export const chartLimits = {
  entries: 50,
  pointsPerLike: 1,
  pointsPerCommenter: 2,
  freshMs: 60_000,
  staleMs: 600_000,
}
