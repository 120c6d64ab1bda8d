/*
 * One seeded site in a separate process with its own PostgreSQL, as `npm start` would run it. The site is
 * controlled by messages from bench/queries.ts.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { db, withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { seedBenchDatabase } from '../seed-bench-database.ts'
import { findQueryFixtures } from './query-fixtures.ts'
import { findLargeTables, findTableScans } from './table-scans.ts'
import { captureQueryPlans, enableQueryPlanRecording } from './query-plan-recorder.ts'
import { allBenchQueries } from './all-queries.ts'

export type SeededSiteRequest = { nth: number; times: number; seconds: number } | { plansOf: number }
export type SeededSiteResponse =
  | { seeded: number }
  | { milliseconds: number[] }
  | { scans: string[] }
  | { failed: string }

const [size, folder] = [Number(process.argv[2]), process.argv[3]!]
const embedded = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
process.on('disconnect', () => void embedded.stop().finally(() => process.exit(0)))

const startedAt = performance.now()
await seedBenchDatabase(embedded.url, size, (words) => process.stderr.write(`${size}: ${words}\n`))

enableQueryPlanRecording()
const ground = { database: { url: embedded.url, drop: async () => {} }, dataDir: join(folder, 'site') }
const testApp = await startTestApp({ ground, env: { PACE: '0' } })
const cast = await withBackgroundTimeouts(() => findQueryFixtures(testApp))
const big = await findLargeTables(db)
/** Advances the clock by an hour, so that values that are cached for several minutes expire. */
const now = Date.now
let hours = 0

process.on('message', (asked: SeededSiteRequest) => {
  void answer(asked)
    .catch((error: Error): SeededSiteResponse => ({ failed: error.stack ?? error.message }))
    .then((said) => process.send!(said))
})
process.send!({ seeded: (performance.now() - startedAt) / 1000 } satisfies SeededSiteResponse)

async function answer(asked: SeededSiteRequest): Promise<SeededSiteResponse> {
  if ('plansOf' in asked) {
    const planned = await captureQueryPlans(async () => {
      await runQuery(asked.plansOf)
      await pause(50) // wait for work that continues after the response
    })
    return { scans: findTableScans(planned, big) }
  }
  const milliseconds: number[] = []
  const until = performance.now() + asked.seconds * 1000
  while (milliseconds.length < asked.times && (milliseconds.length === 0 || performance.now() < until)) {
    const from = performance.now()
    await runQuery(asked.nth)
    milliseconds.push(performance.now() - from)
  }
  return { milliseconds }
}

async function runQuery(nth: number): Promise<void> {
  const { run, isKept } = allBenchQueries[nth]!
  const seen = isKept ? (hours += 1) : 0
  Date.now = () => now() + seen * 3600_000
  await run(cast)
}
