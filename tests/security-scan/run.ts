/*
 * `npm run test:security-scan` runs wapiti, sqlmap and slowhttptest against the real product. The whole scan
 * takes about an hour. Exits with 1 for any finding that scan-findings.ts does not explain. `-- --only
 * wapiti,slowhttptest` selects tools. `--attack N` gives each wapiti module N seconds. `--each N` and
 * `--minutes N` give sqlmap N seconds per request and N minutes in total, and `--match 'GET /api/search'`
 * selects its requests by name.
 */
import { mkdtemp } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'
import { explainFalsePositive, type ScanFinding } from './scan-findings.ts'
import { isToolInstalled, type ScanTool } from './scan-tool.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'wapiti,sqlmap,slowhttptest' },
    attack: { type: 'string', default: '15' },
    each: { type: 'string', default: '120' },
    minutes: { type: 'string', default: '45' },
    match: { type: 'string', default: '' },
  },
})
const wished = values.only.split(',') as ScanTool[]
const tools = wished.filter(isToolInstalled)
for (const tool of wished.filter((one) => !tools.includes(one)))
  console.log(`${tool} is not installed, so it is skipped. On Debian, install the package ${tool}.`)
if (tools.length === 0) process.exit(0)

const database = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = database.url
process.env['LOG_LEVEL'] ??= 'error'
const { startScannedTestSite } = await import('./scanned-test-site.ts')
const { findInvalidDatabaseRows } = await import('#tests/fuzz/fuzz-invariants.ts')
const { runWapiti } = await import('./wapiti.ts')
const { runSqlmap } = await import('./sqlmap.ts')
const { runSlowHttpTest } = await import('./slowhttptest.ts')
const { collectValidRequests } = await import('./valid-requests.ts')

const folder = await mkdtemp(join(tmpdir(), 'scanners-'))
console.log(`full output: ${folder}; load ${loadavg()[0]!.toFixed(1)}`)
const site = await startScannedTestSite()
// Restores the state of the site every 5 s while the scanners run, because the scanners sign people out and
// delete content.
const restoring = setInterval(() => void site.restore(), 5000)
const findings: ScanFinding[] = []
const rows: [promise: string, figure: string, bar: string, holds: boolean][] = []

if (tools.includes('wapiti'))
  for (const as of ['anonymous', 'owner', 'caseworker']) {
    const statuses = await countStatuses(async () => {
      const told = await runWapiti({
        origin: site.origin,
        as,
        cookie: site.credentialsOf(as)['cookie'],
        crawl: 60,
        attack: Number(values.attack),
        folder,
      })
      findings.push(...told.findings)
      rows.push([
        `wapiti as ${as}`,
        `${told.pages} pages and forms, ${told.seconds.toFixed(0)} s`,
        '≥ 100',
        told.pages >= 100,
      ])
    })
    rows.push(checkReached(`wapiti as ${as}`, statuses))
  }
if (tools.includes('sqlmap')) {
  const requests = (await collectValidRequests(site)).filter(({ name }) =>
    new RegExp(values.match).test(name),
  )
  const good = requests.filter(({ status }) => status < 400).length
  const statuses = await countStatuses(async () => {
    const told = await runSqlmap(site, requests, {
      each: Number(values.each),
      all: Number(values.minutes) * 60,
      folder,
    })
    findings.push(...told.findings)
    rows.push([
      'sqlmap',
      `${told.whole} of ${requests.length} requests, ${good} of them successful, ${told.seconds.toFixed(0)} s`,
      'all',
      told.cut.length === 0,
    ])
    for (const name of told.cut) console.log(`not completely tested: ${name}`)
  })
  rows.push(checkReached('sqlmap', statuses))
}
if (tools.includes('slowhttptest'))
  for (const { name, most, closedAfter, away, others, failed, isWhole } of await runSlowHttpTest(
    site.origin,
    {
      seconds: 60,
      film: site.film,
      folder,
    },
  )) {
    const p95 = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.95)] ?? Infinity
    rows.push([
      `${name}: closed`,
      `${most} open at most, all closed after ${closedAfter} s`,
      '≤ 10 s',
      isWhole && closedAfter <= 10,
    ])
    rows.push([
      `${name}: others`,
      `${others.length} served, p95 ${p95.toFixed(0)} ms, ${failed} failed, unavailable for ${away} s`,
      'p95 ≤ 1,000 ms, none failed',
      p95 <= 1000 && failed === 0 && away === 0,
    ])
  }

clearInterval(restoring)
await site.restore()
const broken = await findInvalidDatabaseRows()
const isRunning = site.isRunning()
await site.close()
await database.stop()

const open = findings.filter((one) => !explainFalsePositive(one))
const grouped = Map.groupBy(
  findings,
  (one) => `${one.tool}: ${one.kind} — ${explainFalsePositive(one) ?? 'NOT EXPLAINED'}`,
)
for (const [kind, many] of grouped) {
  console.log(`\n${kind}\n  ${many.length} times, for example:`)
  for (const { detail } of many.slice(0, kind.endsWith('NOT EXPLAINED') ? 40 : 2))
    console.log(`  - ${detail.slice(0, 400)}`)
}
rows.push(['findings', `${findings.length}, ${open.length} of them not explained`, '0', open.length === 0])
rows.push(['errors in the log', String(site.errors.length), '0', site.errors.length === 0])
for (const line of site.errors.slice(0, 10)) console.log(line.slice(0, 1000))
rows.push(['violated invariants', broken.join('; ') || '0', '0', broken.length === 0])
rows.push(['server process', isRunning ? 'running' : 'exited', 'running', isRunning])
console.log(`\nload ${loadavg()[0]!.toFixed(1)}`)
for (const [promise, figure, bar, holds] of rows)
  console.log(`${holds ? '✔' : '✖'} ${promise.padEnd(28)} ${figure.padEnd(58)} ${bar}`)
process.exit(rows.every(([, , , holds]) => holds) ? 0 : 1)

async function countStatuses(verb: () => Promise<void>): Promise<Record<string, number>> {
  await site.probe('begin')
  await verb()
  return (await site.probe('memory')).statuses
}

/**
 * At most 20% of the responses may be 429 or 503, because such requests never reach the code that may have
 * vulnerabilities.
 */
function checkReached(name: string, statuses: Record<string, number>): (typeof rows)[number] {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const turned = (statuses['429'] ?? 0) + (statuses['503'] ?? 0)
  const text = Object.entries(statuses)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 7)
    .map(([status, count]) => `${status} ${count}`)
    .join(', ')
  const broke = Object.keys(statuses).filter(
    (status) => status.startsWith('5') && status !== '501' && status !== '503',
  )
  return [
    `${name}: responses`,
    `${all}: ${text}`,
    '429, 503 ≤ 20 %, no 500',
    turned <= all * 0.2 && broke.length === 0,
  ]
}
