/*
 * `npm run bench:queries` measures the response time of every list and every search, in milliseconds, on
 * seeded sites of three sizes. `--sizes 1000,20000` sets the number of items on each site, and `--only
 * search` runs the queries whose names contain `search`. `--keep FOLDER` keeps the sites in FOLDER, so the
 * next run can use them again. Creating a million items takes several minutes and 6 GB of disk space. The
 * sites are queried alternately, so that other load on the machine affects all sites equally.
 */
import { parseArgs } from 'node:util'
import { allBenchQueries } from './queries/all-queries.ts'
import { startSeededSites, type SeededSite, SeededSiteError } from './queries/seeded-sites.ts'
import { printMachineInfo } from './machine-info.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'

const { values: asked } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    keep: { type: 'string' },
  },
})
const sizes = asked.sizes.split(',').map(Number)
const rounds = Number(asked.rounds)
const widest = Math.max(...allBenchQueries.map(({ name }) => name.length))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

printMachineInfo()
const sites = await startSeededSites(sizes, asked.keep)
let missed = 0
try {
  const heads = sizes.map((size) => size.toLocaleString('en').padStart(9).padEnd(17))
  console.log(`${'p50, p95'.padEnd(widest)} ${heads.join('')}  growth`)
  for (const [nth, { name }] of allBenchQueries.entries())
    if (name.includes(asked.only))
      await benchQuery(nth).catch((error: Error) => {
        if (!(error instanceof SeededSiteError)) throw error
        missed += 1
        console.log(`${name.padEnd(widest)} ✖ ${error.message.split('\n')[0]}`)
      })
} finally {
  await sites.close()
}
printMachineInfo()
console.log(missed === 0 ? 'all thresholds met' : `${missed} thresholds missed`)
process.exit(missed === 0 ? 0 : 1)

async function benchQuery(nth: number): Promise<void> {
  const { name, growth: most, p95 } = allBenchQueries[nth]!
  const times = await measureTimes(sites.all, nth)
  const medians = times.map((of) => quantile(of, 0.5))
  const [growth, slow] = [medians.at(-1)! / medians[0]!, quantile(times.at(-1)!, 0.95)]
  const scans = new Set<string>()
  for (const site of sites.all) for (const scan of await site.scans(nth)) scans.add(scan)
  const bars = [
    ...(most === undefined ? [] : [{ bar: `≤ ${most} ×`, holds: growth <= most }]),
    ...(p95 === undefined ? [] : [{ bar: `p95 ≤ ${p95}`, holds: slow <= p95 }]),
    ...(scans.size === 0 ? [] : [{ bar: 'no scan', holds: false }]),
  ]
  missed += bars.filter(({ holds }) => !holds).length
  const cells = times.map((of) => `${ms(quantile(of, 0.5))}${ms(quantile(of, 0.95))} `)
  const beside = bars.map(({ bar, holds }) => `${bar} ${holds ? '✔' : '✖'}`).join('  ')
  console.log(`${name.padEnd(widest)} ${cells.join('')}${growth.toFixed(2).padStart(7)}  ${beside}`)
  for (const scan of scans) console.log(`    sequential scan of ${scan.slice(0, 600)}`)
}

/**
 * Measures one query on all sites. The first runs of the query are discarded, because the caches are still
 * cold and the query plans are not cached yet.
 */
async function measureTimes(all: readonly SeededSite[], nth: number): Promise<number[][]> {
  const times: number[][] = all.map(() => [])
  for (const site of all) await site.request(nth, { times: 8, seconds: 3 })
  for (let round = 0; round < rounds; round += 1)
    for (const [at, site] of all.entries())
      times[at]!.push(...(await site.request(nth, { times: 10, seconds: 1 })))
  return times
}

function ms(value: number): string {
  return value.toFixed(1).padStart(8)
}
