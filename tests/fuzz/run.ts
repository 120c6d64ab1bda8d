/*
 * `npm run test:fuzz` sends 100,000 random requests, which are generated from the OpenAPI document, to the
 * real server. After the random requests, the command opens 500 slow connections simultaneously.
 * `-- --count N` sets the number of requests, and `-- --seed N` repeats a run.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const database = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = database.url
process.env['LOG_LEVEL'] ??= 'error'
const { startFuzzTestSite } = await import('./fuzz-test-site.ts')
const { openSlowConnections } = await import('./slow-connections.ts')
const { sendRandomRequests } = await import('./random-requests.ts')
console.log(`seed ${seed}, load ${loadavg()[0]!.toFixed(1)}`)
const site = await startFuzzTestSite()
const told = await sendRandomRequests(site, { count: Number(values.count), seed })
const isRunning = site.isRunning()
await site.restore()
const others: number[] = []
const over = new AbortController()
const holding = openSlowConnections(Number(new URL(site.origin).port), { count: 500, atMost: 20 }).finally(
  () => over.abort(),
)
while (!over.signal.aborted) {
  const askedAt = performance.now()
  const response = await fetch(`${site.origin}/api/spotlight`)
  await response.arrayBuffer()
  if (response.ok) others.push(performance.now() - askedAt)
  await new Promise((resolve) => setTimeout(resolve, 50))
}
const slowConnections = await holding
const longest = slowConnections.toSorted((a, b) => b.ended - a.ended)[0]!
const p95 = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.95)] ?? Infinity
await site.close()
await database.stop()

const [first] = told.gaps
const wall = Math.max(0, ...told.gaps.map((gap) => gap.wall))
console.log(
  Object.entries(told.byStatus)
    .map(([status, count]) => `  ${status === '0' ? 'closed' : status}: ${count.toLocaleString('en')}`)
    .join('\n'),
)
console.log('slowest requests:')
for (const [name, took] of told.slowest) console.log(`  ${took.toFixed(0).padStart(6)} ms  ${name}`)
console.log('longest blocks of the event loop:')
for (const gap of told.gaps.slice(0, 5))
  console.log(
    `  ${gap.blocked.toFixed(0)} ms (wall clock ${gap.wall.toFixed(0)}, waiting for a core ${gap.waited.toFixed(0)}, garbage collection ${gap.gc.toFixed(0)}): ${gap.asked
      .slice(-4)
      .map((line) => line.slice(0, 90))
      .join(' | ')}`,
  )

const rows: [promise: string, figure: string, bar: string, holds: boolean][] = [
  ['requests sent', told.sent.toLocaleString('en'), `≥ ${values.count}`, told.sent >= Number(values.count)],
  ['rules broken', told.failure ? 'see below' : '0', '0', told.failure === null],
  [
    'event loop blocked',
    `${first?.blocked.toFixed(0) ?? '< 20'} ms (wall clock ${wall.toFixed(0)} ms)`,
    '≤ 100 ms',
    (first?.blocked ?? 0) <= 100,
  ],
  ['violated invariants', told.broken.join('; ') || '0', '0', told.broken.length === 0],
  ['server process', isRunning ? 'running' : 'exited', 'running', isRunning],
  [
    '500 slow connections',
    `closed after ${longest.ended.toFixed(1)} s (${longest.kind})`,
    '≤ 10 s',
    longest.ended <= 10,
  ],
  ['other requests', `${others.length} served, p95 ${p95.toFixed(0)} ms`, '≤ 1,000 ms', p95 <= 1000],
  [
    'heap after collection',
    told.heap.map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(' → '),
    'grows ≤ 20 MB',
    told.heap[1] - told.heap[0] <= 20e6,
  ],
]
console.log(`\nin ${told.seconds.toFixed(0)} s, load ${loadavg()[0]!.toFixed(1)}`)
for (const [promise, figure, bar, holds] of rows)
  console.log(`${holds ? '✔' : '✖'} ${promise.padEnd(24)} ${figure.padEnd(32)} ${bar}`)
if (told.failure) {
  console.log(`\n${told.failure}`)
  for (const line of site.log.filter((said) => said.includes('"level":"error"')).slice(-2)) console.log(line)
}
process.exit(rows.every(([, , , holds]) => holds) ? 0 : 1)
