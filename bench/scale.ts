/*
 * `npm run bench:scale` predicts measured runs from the costs of single operations, and computes what sites with ten
 * thousand to ten million people need (docs/scale.md). It changes nothing and takes seconds. `--seed 7` simulates
 * another day. `--measure` first measures the operations and the runs again on this machine (about four minutes),
 * and updates `bench/scale/measured-runs.json` and `bench/scale/costs.csv`.
 */
import { parseArgs } from 'node:util'
import { printMachineInfo } from './machine-info.ts'
import { readMeasuredRuns, writeMeasuredRuns } from './scale/measured-runs.ts'
import { listMeasuredCosts, plannedUtilization } from './scale/operation-costs.ts'
import { readPlanInputs } from './scale/plan-site.ts'
import { predictRuns } from './scale/predict-run.ts'
import { printPlans, printPredictions } from './scale/print-report.ts'
import { updateTable } from './scale/read-table.ts'

const { values: asked } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '50000' },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const seed = Number(asked.seed)

if (asked.measure) {
  printMachineInfo()
  const { measureRuns } = await import('./scale/measure/measure-runs.ts')
  const runs = await measureRuns((line) => console.log(line))
  printMachineInfo()
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
