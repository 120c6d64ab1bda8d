/*
 * `npm run bench:live` measures every bar of live broadcasts, and prints all bars in one table at the end.
 * `--only delay,stops,recordings,chat,cpu,kills,memory` runs some of its parts. `--joins 5` sets how often the staff
 * view and the public view are opened, `--stops 20`, `--recordings 6` and `--kills 3` how often a broadcast is
 * stopped, is ended, and loses its worker, and `--hours 2` the length of the long run. `--viewers 1000`, `--rate 20`
 * and `--seconds 20` set the load of the chat. Browsers, servers and simulated people share the machine.
 */
import { parseArgs } from 'node:util'
import { startClusterTestSite, type ClusterTestSite } from '#tests/multi-process/cluster-test-site.ts'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'
import { benchChat } from './live/chat.ts'
import { benchCpu } from './live/cpu.ts'
import { benchDelay } from './live/delay.ts'
import { benchWorkerKills } from './live/kills.ts'
import { type LiveBar, printLiveBars } from './live/live-bar.ts'
import { benchLongBroadcast } from './live/memory.ts'
import { benchRecordings } from './live/recordings.ts'
import { benchStops } from './live/stops.ts'
import { printMachineInfo } from './machine-info.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    joins: { type: 'string', default: '5' },
    stops: { type: 'string', default: '20' },
    recordings: { type: 'string', default: '6' },
    viewers: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    kills: { type: 'string', default: '3' },
    hours: { type: 'string', default: '0.025' },
    speed: { type: 'string', default: '1' },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const parts: Record<string, () => Promise<LiveBar[]>> = {
  delay: () => withLiveSite((site) => benchDelay(site, Number(asked.joins))),
  stops: () => withLiveSite((site) => benchStops(site, Number(asked.stops))),
  recordings: () => withLiveSite((site) => benchRecordings(site, Number(asked.recordings))),
  chat: () =>
    benchChat({
      viewers: Number(asked.viewers),
      rate: Number(asked.rate),
      seconds: Number(asked.seconds),
    }),
  cpu: benchCpu,
  kills: () => benchWorkerKills(Number(asked.kills)),
  memory: () => benchLongBroadcast(Number(asked.hours), Number(asked.speed)),
}
const chosen = asked.only?.split(',') ?? Object.keys(parts)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0) throw new Error(`unknown parts: ${unknown.join(', ')}`)

const server = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = server.url
const bars: LiveBar[] = []
for (const name of chosen) bars.push(...(await runPart(name)))
await server.stop()
printMachineInfo()
const missed = printLiveBars(bars)
console.log(missed === 0 ? 'all bars met' : `${missed} bars missed`)
process.exit(missed === 0 ? 0 : 1)

/** Runs a part. If the part fails, the others still run, and the table contains the error as a missed bar. */
async function runPart(name: string): Promise<LiveBar[]> {
  printMachineInfo(`: ${name}`)
  const startedAt = performance.now()
  const measured = await parts[name]!().catch((error: Error): LiveBar[] => {
    console.error(error)
    return [{ name, unit: '', values: [], max: 0, note: error.message.split('\n')[0]! }]
  })
  console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  return measured
}

async function withLiveSite<T>(act: (site: ClusterTestSite) => Promise<T>): Promise<T> {
  const site = await startClusterTestSite({ files: 'folder', env: { LIVE: 'on', PACE: '0' } })
  try {
    return await act(site)
  } finally {
    await site.close()
  }
}
