/*
 * `npm run bench:hot-paths` measures what the most frequent requests cost, and compares it with thresholds:
 * statements for the segments that members watch (`segments`), notifications while nothing happens (`notify`), and
 * the hit rate of the page cache (`pages`). `--only segments,notify,pages` runs some of its parts, and `--members
 * 200`, `--pages 2000` and `--seconds 30` set the load and the duration of each measurement.
 */
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'
import { type BenchMetric, printMetrics } from './bench-metrics.ts'
import { benchNotify } from './hot-paths/notify.ts'
import { benchPageCache } from './hot-paths/page-cache.ts'
import { benchSegments } from './hot-paths/segments.ts'
import { printMachineInfo } from './machine-info.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    members: { type: 'string', default: '200' },
    pages: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '30' },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const seconds = Number(asked.seconds)
const parts: Record<string, () => Promise<BenchMetric[]>> = {
  segments: () => benchSegments(Number(asked.members), seconds),
  notify: () => benchNotify(Number(asked.pages), seconds),
  pages: () => benchPageCache(seconds),
}
const chosen = asked.only?.split(',') ?? Object.keys(parts)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0) throw new Error(`unknown parts: ${unknown.join(', ')}`)

printMachineInfo()
const server = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = server.url
const metrics: BenchMetric[] = []
for (const name of chosen) metrics.push(...(await parts[name]!()))
await server.stop()
printMachineInfo()
const missed = printMetrics(metrics)
console.log(missed === 0 ? 'all thresholds met' : `${missed} thresholds missed`)
process.exit(missed === 0 ? 0 : 1)
