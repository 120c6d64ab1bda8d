/*
 * `npm run bench:live-hostile` sends hostile broadcasts over HTTP and RTMP, and measures how much they slow down the
 * API. `--seconds 3` sets the length of each window, and `--only RTMP` or `--only garbage` selects attacks.
 */
import { parseArgs } from 'node:util'
import { findAttackProblems, formatAttack } from '#tests/fuzz/hostile-broadcasts/attack-report.ts'
import { measureHostileBroadcasts } from '#tests/fuzz/hostile-broadcasts/measure-hostile-broadcasts.ts'
import { stopSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { printMetrics } from './bench-metrics.ts'
import { printMachineInfo } from './machine-info.ts'

const { values: asked } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
})

printMachineInfo()
const result = await measureHostileBroadcasts({ windowMs: 1000 * Number(asked.seconds), select: asked.only })
await stopSharedMultiProcessTestSite()
for (const attack of result.attacks) console.log(formatAttack(attack))
const problems = [
  ...(result.isOnAirToTheEnd ? [] : ['the other broadcast ended before the attacks']),
  ...result.attacks.flatMap(findAttackProblems),
  ...result.unexpectedResponses,
  ...result.leftovers,
]
for (const problem of problems) console.log(problem)
const missed = printMetrics([
  { name: 'problems', value: problems.length, unit: '', max: 0 },
  { name: 'API requests that failed', value: result.apiErrors, unit: '', max: 0 },
  { name: 'other broadcast: missing or misplaced frames', value: result.wrongFrames, unit: '', max: 0 },
  { name: 'other broadcast: longest pause', value: result.longestPauseSeconds, unit: 's', max: 2 },
])
printMachineInfo()
process.exit(missed === 0 ? 0 : 1)
