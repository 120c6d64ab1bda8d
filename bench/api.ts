/*
 * `npm run bench:api` measures the server's throughput and compares it with thresholds. `--only routes`,
 * `--only hot`, `--only threads` or `--only analytics` runs one part of the benchmark, and `--route item`
 * benchmarks only the routes whose names contain `item`. `--seconds 4` sets the duration of each measurement,
 * and `--rounds 3` sets the number of rounds. The load generator shares the machine with the server, so the
 * absolute numbers are not meaningful. What matters is how a product route compares with a bare route that
 * runs the same query.
 */
import { parseArgs } from 'node:util'
import { benchAnalyticsAggregation } from './api/analytics-aggregation.ts'
import { benchCommentThreads } from './api/comment-threads.ts'
import { benchViralVideo } from './api/hot-item.ts'
import { startBenchSite } from './api/bench-site.ts'
import { benchRouteThroughput } from './api/route-throughput.ts'
import { printMachineInfo } from './machine-info.ts'
import { printMetrics } from './bench-metrics.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    route: { type: 'string', default: '' },
    content: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
})
const [seconds, rounds] = [Number(asked.seconds), Number(asked.rounds)]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

printMachineInfo()
let over = 0
const place = await startBenchSite(Number(asked.content))
try {
  if (isSelected('routes'))
    over += printMetrics(await benchRouteThroughput(place, { seconds, rounds, named: asked.route }))
  if (isSelected('hot')) over += printMetrics(await benchViralVideo(place))
  if (isSelected('threads')) over += printMetrics(await benchCommentThreads(place))
  if (isSelected('analytics')) over += printMetrics(await benchAnalyticsAggregation(place))
} finally {
  await place.close()
}
printMachineInfo()
console.log(over === 0 ? 'all thresholds met' : `${over} thresholds missed`)
process.exit(over === 0 ? 0 : 1)

function isSelected(part: string): boolean {
  return asked.only === undefined || asked.only === part
}
