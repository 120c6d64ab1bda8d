import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'
import { cachedPages, cachedPageSeconds } from './measured-operations.ts'
import type { CheckRun, MeasuredRuns } from './measured-runs.ts'
import { type Cost, type OperationCosts, deriveCosts } from './operation-costs.ts'
import { type MachineResult, simulateMachine, type Stage } from './simulate-machine.ts'

/** What the simulation predicts for a run, and what was measured. CPU times are per request. */
export interface Prediction {
  run: string
  what: 'web' | 'database' | 'requests per second' | 'bytes'
  unit: 'ms' | '/s' | 'MB'
  predicted: number
  measured: number
}

/** The largest acceptable difference between prediction and measurement. */
export const tolerance = 0.2

const machine = { cores: 2, programs: { web: 1, database: 16, loadGenerator: 1 } }

/** Predicts the check runs from the costs of single operations. */
export function predictRuns(runs: MeasuredRuns, seed: number): Prediction[] {
  return runs.checks.flatMap((run) => predictRun(runs, run, seed))
}

/** Returns whether a prediction is close enough to the measurement. */
export function isWithinTolerance({ predicted, measured }: Prediction): boolean {
  return Math.abs(predicted / measured - 1) <= tolerance
}

function predictRun(runs: MeasuredRuns, run: CheckRun, seed: number): Prediction[] {
  // The costs depend on how busy the web process is, and the other way round, so both are approached step by step.
  let webBusy = 0.5
  for (let step = 0; step < 8; step += 1)
    webBusy = (webBusy + simulateRun(runs, run, webBusy, { seed, seconds: 20 }).webBusy) / 2
  const { cores, bytesPerSecond, completedPerSecond } = simulateRun(runs, run, webBusy, {
    seed,
    seconds: 200,
  })
  const { seconds } = run.cpu
  const row = (what: Prediction['what'], unit: Prediction['unit'], predicted: number, measured: number) => ({
    run: run.name,
    what,
    unit,
    predicted,
    measured,
  })
  const perRequest = (cpuSeconds: number, requests: number) => (cpuSeconds * 1000) / requests
  const requests = countRequests(run)
  const simulated = completedPerSecond * seconds
  return [
    row('web', 'ms', perRequest(cores.web * seconds, simulated), run.cpu.web / requests),
    row('database', 'ms', perRequest(cores.database * seconds, simulated), run.cpu.database / requests),
    run.kind === 'closed-loop'
      ? row('requests per second', '/s', completedPerSecond, requests / seconds)
      : row('bytes', 'MB', (bytesPerSecond * seconds) / 1e6, run.bytes / 1e6),
  ]
}

function countRequests({ sent }: CheckRun): number {
  return Object.values(sent).reduce((sum, count) => sum + count, 0)
}

/** Simulates the requests of a run, and adds open pages and idle work. */
function simulateRun(
  runs: MeasuredRuns,
  run: CheckRun,
  webBusy: number,
  { seed, seconds }: { seed: number; seconds: number },
) {
  const { idle, pages } = runs.calibration
  const random = createSeededRandom(seed)
  const costOf = createCostLookup(runs, deriveCosts(runs, webBusy))
  const names = Object.entries(run.sent)
  const total = countRequests(run)
  const pickOperation = (nth: number) => {
    if (run.kind === 'closed-loop') return names[nth % names.length]![0]
    let at = random() * total
    return (names.find(([, count]) => (at -= count) < 0) ?? names[0]!)[0]
  }
  let bytes = 0
  const result = simulateMachine({
    machine,
    seconds,
    random,
    arrivals: run.kind === 'closed-loop' ? { connections: 16 } : { perSecond: total / run.cpu.seconds },
    createRequest: (at, nth) => {
      const cost = costOf(pickOperation(nth), at)
      bytes += cost.bytes
      return stagesOf(cost)
    },
  })
  const busy = (program: keyof MachineResult['busy']) => (result.busy[program] ?? 0) / seconds
  const background = (kind: 'web' | 'database') =>
    idle[kind] +
    run.pages.members * pages['member']![kind] +
    run.pages.visitors * pages['visitor']![kind] +
    (run.deliveries / run.cpu.seconds) * pages['delivery']![kind]
  return {
    webBusy: Math.min(1, result.working['web']! / seconds / 1000 + background('web') / 1000),
    bytesPerSecond: bytes / seconds,
    completedPerSecond: result.completed / seconds,
    cores: {
      web: (busy('web') + background('web')) / 1000,
      database: (busy('database') + background('database')) / 1000,
      loadGenerator: busy('loadGenerator') / 1000,
    },
  }
}

function stagesOf({ web, database, loadGenerator }: Cost): Stage[] {
  return [
    { program: 'loadGenerator', milliseconds: loadGenerator / 2 },
    { program: 'web', milliseconds: web / 2 },
    { program: 'database', milliseconds: database },
    { program: 'web', milliseconds: web / 2 },
    { program: 'loadGenerator', milliseconds: loadGenerator / 2 },
  ]
}

/** Returns a function that returns the cost of the next request. A cached page is rendered again after five seconds. */
function createCostLookup({ segmentSizes }: MeasuredRuns, costs: OperationCosts) {
  const renderedAt: number[] = []
  let nextPage = 0
  return (name: string, at: number): Cost => {
    if (name === 'page-cached') {
      const page = (nextPage += 1) % cachedPages
      if (at - (renderedAt[page] ?? -Infinity) < cachedPageSeconds * 1000) return costs.cachedPage
      renderedAt[page] = at
      return costs.operation('page-rendered')
    }
    const [, who, size] = /^segment-(member|anonymous)-(\w+)$/.exec(name) ?? []
    if (who && size) return costs.segment(who as 'member' | 'anonymous', segmentSizes[size]!)
    return costs.operation(name)
  }
}
