/*
 * `npm run bench:scale` predicts measured runs from the costs of single operations, and computes what sites with ten
 * thousand to ten million people need (docs/scale.md). It changes nothing and takes seconds. `--seed 7` simulates
 * another day. `--measure` first measures the operations and the runs again on this machine (about four minutes),
 * and updates `bench/scale/measured-runs.json` and `bench/scale/costs.csv`. `--repeat 5` measures everything five times
 * and takes the median of each number.
 */
import { parseArgs } from 'node:util'
import { printMachineInfo } from './machine-info.ts'
import { type MeasuredRuns, readMeasuredRuns, writeMeasuredRuns } from './scale/measured-runs.ts'
import { takeMedians } from './scale/median-runs.ts'
import { listMeasuredCosts, plannedUtilization } from './scale/operation-costs.ts'
import { readPlanInputs } from './scale/plan-site.ts'
import { predictRuns } from './scale/predict-run.ts'
import { printPlans, printPredictions } from './scale/print-report.ts'
import { updateTable } from './scale/read-table.ts'

const { values: asked } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '50000' },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const seed = Number(asked.seed)

if (asked.measure) {
  const { measureRuns } = await import('./scale/measure/measure-runs.ts')
  const measurements: MeasuredRuns[] = []
  while (measurements.length < Number(asked.repeat)) {
    printMachineInfo()
    measurements.push(await measureRuns((line) => console.log(line)))
  }
  printMachineInfo()
  const runs = takeMedians(measurements)
  writeMeasuredRuns(runs)
  updateTable('costs.csv', listMeasuredCosts(runs, plannedUtilization), runs.measuredOn)
}
const wrong = printPredictions(predictRuns(readMeasuredRuns(), seed))
for (const [title, costs] of [
  ['With the measured costs', 'value'],
  ['With the bars of the design', 'bar'],
] as const)
  printPlans(title, readPlanInputs({ seed, people: Number(asked.sample), costs }))
console.log(wrong === 0 ? '\nall predictions within 20 %' : `\n${wrong} predictions differ by more than 20 %`)
process.exit(wrong === 0 ? 0 : 1)
