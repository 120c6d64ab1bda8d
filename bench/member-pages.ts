/*
 * `npm run bench:member-pages` measures what a page for a signed-in member costs: the CPU time of the web process and
 * of PostgreSQL, and the statements with their planning and execution times. It needs an installed PostgreSQL with
 * `pg_stat_statements` (`TEST_POSTGRES_BIN`, by default that of Debian 12), because the embedded PostgreSQL has none.
 * Besides pages, it measures the data that a browser loads during a client-side navigation, for which nothing is
 * rendered, and the session alone. The time of the session shows how much other programs slow down this machine.
 *
 * `--requests 300` sets the number of requests per page, `--statements 12` the number of printed statements,
 * `--compressed` requests pages with Brotli, `--profile FOLDER` stores a CPU profile of the web process, and
 * `--home FOLDER` measures another checkout, which must be built.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { createKeepAliveAgent, measureHttpGet } from '#tests/support/measurements/http-get-timing.ts'
import {
  createCluster,
  createOwnedDatabase,
  runPostgres,
  socketUrl,
} from '#tests/support/postgres/installed-postgres.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { seedBenchDatabase } from './seed-bench-database.ts'
import { printMachineInfo } from './machine-info.ts'
import { seedMembers } from './member-pages/seed-members.ts'
import { readProcessTimes, subtractTimes } from './member-pages/process-times.ts'

const { values: asked } = parseArgs({
  options: {
    requests: { type: 'string', default: '300' },
    statements: { type: 'string', default: '12' },
    compressed: { type: 'boolean', default: false },
    profile: { type: 'string' },
    home: { type: 'string' },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const requests = Number(asked.requests)
const first = 20
const binaries = process.env['TEST_POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin'

interface Row {
  text: string
  calls: number
  /** Milliseconds of all calls together. */
  plan: number
  exec: number
}
const statementsQuery = `select query as text, calls::int as calls, total_plan_time as plan, total_exec_time as exec
  from pg_stat_statements where query not like '%pg_stat_statements%' order by total_plan_time + total_exec_time desc`

printMachineInfo()
const root = await createDataDir()
const cluster = join(root, 'cluster')
await createCluster(binaries, cluster)
const postgres = await runPostgres(binaries, cluster, {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  random_page_cost: '1.1',
  work_mem: '8MB',
})
await createOwnedDatabase(cluster)
const admin = new pg.Client({ host: cluster, user: 'postgres', database: 'afterbell' })
await admin.connect()
await admin.query('create extension pg_stat_statements')
const url = socketUrl(cluster)
await seedBenchDatabase(url, 1000)
const dataDir = join(root, 'site')
await mkdir(dataDir)
const server = await startServerProcess({
  dataDir,
  ...(asked.home && { home: asked.home }),
  env: {
    PACE: '0',
    ROLE: 'web',
    DATABASE_URL: url,
    ...(asked.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${asked.profile}` }),
  },
})
const ground = { database: { url, drop: async () => {} }, dataDir }
const testApp = await startTestApp({ ground, env: { PACE: '0', PUBLIC_URL: server.url } })
const { cookies, items } = await seedMembers(testApp, 100)
await admin.query('vacuum analyze')

const agent = createKeepAliveAgent()
const paths: Record<string, (nth: number) => string> = {
  home: () => '/',
  watch: (nth) => `/watch/${items[nth % 40]}`,
  'home data': () => '/_root.data',
  'watch data': (nth) => `/watch/${items[nth % 40]}.data`,
  session: () => '/api/session',
}
const members = { 'with unread notifications': cookies.slice(0, 50), 'without any': cookies.slice(50) }
for (const [page, path] of Object.entries(paths))
  for (const [kind, own] of Object.entries(members)) {
    const request = async (nth: number) => {
      const headers = {
        cookie: own[nth % own.length]!,
        ...(asked.compressed && { 'accept-encoding': 'br' }),
      }
      const { milliseconds } = await measureHttpGet(`${server.url}${path(nth)}`, agent, headers)
      return milliseconds
    }
    // New connections plan each statement several times.
    const startedAt = await readProcessTimes(server.pid, cluster)
    for (let nth = 0; nth < first; nth += 1) await request(nth)
    const cold = subtractTimes(await readProcessTimes(server.pid, cluster), startedAt)
    for (let nth = first; nth < 150; nth += 1) await request(nth)
    await admin.query('select pg_stat_statements_reset()')
    const before = await readProcessTimes(server.pid, cluster)
    for (let nth = 0; nth < requests; nth += 1) await request(nth)
    const used = subtractTimes(await readProcessTimes(server.pid, cluster), before)
    const { rows } = await admin.query<Row>(statementsQuery)
    const total = (of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0) / requests
    console.log(
      `\n${page}, members ${kind}: ${(used.web / requests).toFixed(2)} ms CPU web, ` +
        `${(used.database / requests).toFixed(2)} ms CPU PostgreSQL, ` +
        `(${(cold.database / first).toFixed(2)} ms for the first ${first} requests), ` +
        `${total(({ calls }) => calls).toFixed(2)} statements, ` +
        `${total(({ plan }) => plan).toFixed(2)} ms planning, ${total(({ exec }) => exec).toFixed(2)} ms execution`,
    )
    for (const { text, calls, plan, exec } of rows.slice(0, Number(asked.statements)))
      console.log(
        [calls, plan, exec].map((value) => (value / requests).toFixed(2).padStart(7)).join(''),
        text.replaceAll(/\s+/g, ' ').slice(0, 150),
      )
  }

agent.destroy()
await testApp.close()
await server.stop()
await admin.end()
await postgres.stop()
await rm(root, { recursive: true, force: true })
process.exit(0)
