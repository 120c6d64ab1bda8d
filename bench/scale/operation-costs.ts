import { cachedPages, cachedPageSeconds } from './measured-operations.ts'
import type { CostAtRate, MeasuredRuns, OperationCost } from './measured-runs.ts'

/** The utilization for which `costs.csv` contains costs, as in `assumptions.csv`. */
export const plannedUtilization = 0.6

/** CPU times in milliseconds, and bytes. */
export type Cost = Record<'web' | 'database' | 'loadGenerator' | 'bytes', number>

/** The costs of all operations if the web process is busy for a share of the time. */
export interface OperationCosts {
  operation(name: string): Cost
  /** A page of visitors that is in the page cache. */
  cachedPage: Cost
  segment(who: 'member' | 'anonymous', bytes: number): Cost
  /** A million bytes of segments. */
  segmentMegabyte: Cost
}

/** Derives the costs of operations. Cached pages expired while they were measured, and segments had two sizes. */
export function deriveCosts({ calibration, segmentSizes }: MeasuredRuns, webBusy: number): OperationCosts {
  const operation = (name: string) => costAt(calibration.operations[name]!, webBusy)
  const rendered = operation('page-rendered')
  const cachedPage = costAt(withoutRendering(calibration.operations['page-cached']!, rendered), webBusy)
  const [small, large] = [segmentSizes['small']! / 1e6, segmentSizes['large']! / 1e6]
  const slope = (who: string, part: keyof Cost) =>
    (operation(`segment-${who}-large`)[part] - operation(`segment-${who}-small`)[part]) / (large - small)
  // The bytes of segments do not come from the database.
  const segmentMegabyte = mapCost((part) =>
    part === 'database' ? 0 : Math.max(0, (slope('member', part) + slope('anonymous', part)) / 2),
  )
  return {
    operation,
    cachedPage,
    segmentMegabyte,
    // On the line with the common slope through the mean of both sizes.
    segment: (who, bytes) =>
      mapCost((part) => {
        const mean = (operation(`segment-${who}-large`)[part] + operation(`segment-${who}-small`)[part]) / 2
        return Math.max(0, mean + segmentMegabyte[part] * (bytes / 1e6 - (small + large) / 2))
      }),
  }
}

/** Interpolates between the two rates. */
function costAt({ low, high, bytes }: OperationCost, webBusy: number): Cost {
  const range = high.webBusy - low.webBusy
  const share = range > 0 ? Math.min(1, Math.max(0, (webBusy - low.webBusy) / range)) : 0
  return mapCost((part) =>
    part === 'bytes' ? bytes : Math.max(0, low[part] + share * (high[part] - low[part])),
  )
}

/** Subtracts the renderings that took place while cached pages were measured: each page once in five seconds. */
function withoutRendering({ low, high, bytes }: OperationCost, rendered: Cost): OperationCost {
  const subtract = (cost: CostAtRate): CostAtRate => {
    const share = cachedPages / cachedPageSeconds / cost.perSecond
    const rest = (part: 'web' | 'database') =>
      Math.max(0, (cost[part] - share * rendered[part]) / (1 - share))
    return { ...cost, web: rest('web'), database: rest('database') }
  }
  return { low: subtract(low), high: subtract(high), bytes }
}

function mapCost(compute: (part: keyof Cost) => number): Cost {
  return {
    web: compute('web'),
    database: compute('database'),
    loadGenerator: compute('loadGenerator'),
    bytes: compute('bytes'),
  }
}

/** Returns the numbers of `costs.csv` that `bench:scale -- --measure` measures, at the utilization of a planned site. */
export function listMeasuredCosts(runs: MeasuredRuns, webBusy: number): Map<string, number> {
  const { operations, pages } = runs.calibration
  const costs = deriveCosts(runs, webBusy)
  const rows = new Map<string, number>()
  const add = (name: string, { web, database }: Pick<Cost, 'web' | 'database'>) => {
    rows.set(`${name}.web`, web)
    rows.set(`${name}.database`, Math.max(0, database))
  }
  for (const [name, { statements, notifications }] of Object.entries(operations)) {
    if (name === 'page-cached' || name.startsWith('segment-')) continue
    add(name, costs.operation(name))
    if (statements === undefined) continue
    rows.set(`${name}.statements`, statements)
    rows.set(`${name}.notifications`, notifications!)
  }
  add('page-cached', costs.cachedPage)
  add('segment-member', costs.segment('member', 0))
  add('segment-anonymous', costs.segment('anonymous', 0))
  add('segment-megabyte', costs.segmentMegabyte)
  add('stream-member', pages['member']!)
  add('stream-visitor', pages['visitor']!)
  add('delivery', pages['delivery']!)
  return rows
}
