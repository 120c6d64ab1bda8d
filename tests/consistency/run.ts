/*
 * `npm run test:consistency`: many clients perform random operations while faults are injected, and
 * afterwards everything is read back. The options are `--operations N`, `--seed N` and `--clients N`. Exits
 * with 1 if an acknowledged write is missing or an invariant is violated.
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'
import { runConsistencyCheck } from './consistency-run.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, operations: { type: 'string' }, clients: { type: 'string' } },
})
const seed = Number(values.seed) || Math.floor(Math.random() * 1e6)
const operations = Number(values.operations) || 100_000
const clients = Number(values.clients) || 20
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const server = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = server.url
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node')
console.log(`${operations} operations by ${clients} people, seed ${seed}, load ${loadavg()[0]!.toFixed(2)}`)
const { model, faults, reading, broken, seconds } = await runConsistencyCheck({
  seed,
  operations,
  clients,
  faultEvery: 1000,
  report: (line) => console.log(`  ${line}`),
})
await stopSharedMultiProcessTestSite()
await server.stop()

const list = (of: Map<string, number>) => [...of].map(([what, times]) => `${what} ${times}`).join(', ')
const { acknowledged, refused, unanswered } = model.outcomes
const lines: [what: string, figure: number, bar?: number][] = [
  ['operations', model.operations],
  ['acknowledged', acknowledged],
  ['refused by a rule', refused],
  ['without a response', unanswered],
  ['values read back', reading.checked],
  ['values that differ from what was acknowledged', reading.problems.length, 0],
  ['responses that no rule allows', model.problems.size, 0],
  ['violated invariants', broken.length, 0],
]
console.log(`operations: ${list(model.done)}\nfaults: ${list(faults)}`)
for (const line of [...reading.problems.slice(0, 50), ...broken.slice(0, 50)]) console.log(`  ${line}`)
if (model.problems.size > 0) console.log(`unexpected responses: ${list(model.problems)}`)
for (const [what, figure, bar] of lines)
  console.log(
    `  ${what.padEnd(46)} ${String(figure).padStart(8)} ${bar === undefined ? '' : figure === bar ? '= 0 ✔' : '= 0 ✖ missed'}`,
  )
console.log(`in ${(seconds / 60).toFixed(1)} min, load ${loadavg()[0]!.toFixed(2)}, seed ${seed}`)
const isRight = lines.every(([, figure, bar]) => bar === undefined || figure === bar)
console.log(isRight ? 'all thresholds met' : 'thresholds missed')
process.exit(isRight ? 0 : 1)
