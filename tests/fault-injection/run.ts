/*
 * `npm run test:fault-injection` injects every fault as often as docs/what-must-hold.md requires. The whole
 * run takes about half an hour. `-- word` selects the fault with this name, or else the faults whose names contain the
 * word, and `--count N` repeats each fault N times. `-- long-film` takes about an hour and runs only if it is named;
 * `--minutes 120` sets the duration of its film, and `--kill-every 300` the seconds between two kills. Exits with 1 if
 * a threshold is missed.
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'
import {
  formatThreshold,
  type InjectedFault,
  type FaultMeasurement,
  isFaultMeasurementWithinThreshold,
  formatMeasuredValue,
} from './injected-fault.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { injectedFaults } from './injected-faults.ts'
import { stopSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    minutes: { type: 'string' },
    'kill-every': { type: 'string' },
  },
})
const chosen = injectedFaults.filter(({ name, isOnRequest }) =>
  words.length === 0 ? !isOnRequest : words.some((word) => matches(name, word)),
)
const options = {
  ...(values.minutes && { minutes: Number(values.minutes) }),
  ...(values['kill-every'] && { killEverySeconds: Number(values['kill-every']) }),
}
if (chosen.length === 0)
  throw new Error(
    `no fault has this name; the faults are ${injectedFaults.map(({ name }) => name).join(', ')}`,
  )
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const server = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = server.url
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node')
const lines: string[][] = []
let missed = 0
for (const fault of chosen) lines.push(...(await runFault(fault)))
await stopSharedMultiProcessTestSite()
await server.stop()
print([['fault', 'count', 'measurement', 'value', 'threshold', 'result'], ...lines])
console.log(missed === 0 ? '\nall thresholds met' : `\n${missed} thresholds missed`)
process.exit(missed === 0 ? 0 : 1)

/**
 * Runs one fault with the full number of repetitions and checks the invariants afterwards. Prints each
 * measurement immediately, as a table row.
 */
async function runFault(fault: InjectedFault): Promise<string[][]> {
  const count = Number(values.count) || fault.fullRepetitions
  console.log(`\n${fault.guarantee} × ${count}, load ${loadavg()[0]!.toFixed(2)}`)
  const reason = fault.skipReason?.()
  if (reason) return [row(fault.name, count, reason, '', '', 'skipped')]
  const startedAt = performance.now()
  const measurements = await fault.run(count, options).catch((error: Error): FaultMeasurement[] => {
    console.error(error)
    return [{ name: `failed: ${error.message.split('\n')[0]}`, value: 1, threshold: { exactly: 0 } }]
  })
  const broken = await findInvariantViolations().catch((error: Error) => [error.message])
  for (const line of broken) console.log(`  ${line}`)
  measurements.push({
    name: 'invariants violated after the fault',
    value: broken.length,
    threshold: { exactly: 0 },
  })
  const minutes = (performance.now() - startedAt) / 60_000
  console.log(`  in ${minutes.toFixed(1)} min, load ${loadavg()[0]!.toFixed(2)}`)
  return measurements.map((measurement) => {
    const verdict = isFaultMeasurementWithinThreshold(measurement) ? '✔' : '✖ missed'
    if (!isFaultMeasurementWithinThreshold(measurement)) missed += 1
    const line = row(
      fault.name,
      count,
      measurement.name,
      formatMeasuredValue(measurement.value, measurement),
      formatThreshold(measurement),
      measurement.threshold ? verdict : '',
    )
    print([line])
    return line
  })
}

/** A complete name selects only this fault, even if the names of others contain it. */
function matches(name: string, word: string): boolean {
  return injectedFaults.some((fault) => fault.name === word) ? name === word : name.includes(word)
}

function row(name: string, count: number, ...cells: string[]): string[] {
  return [name, String(count), ...cells]
}

function print(rows: string[][]): void {
  const widths = [14, 5, 58, 12, 12, 8]
  for (const cells of rows) console.log(`  ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' ')}`)
}
