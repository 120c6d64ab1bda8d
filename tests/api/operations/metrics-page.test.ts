import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getSiteMetrics } from '#contract/site-metrics.ts'
import { db } from '#server/platform/db/db.ts'
import {
  createProcessMetricsRecorder,
  deleteOldProcessMetrics,
} from '#server/operations/metrics-page/process-metrics-recorder.ts'
import {
  type PerMinuteProcessMetrics,
  createProcessMetricsSampler,
} from '#server/operations/metrics-page/process-metrics-sampler.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
let ruth: TestUser
before(async () => {
  testApp = await startTestApp()
  ruth = await testApp.signUpMember('ruth', 18)
  await grantStaffRole(ruth.id, 'admin')
})
after(() => testApp.close())

const minutesAgo = (count: number) => new Date(Math.floor(Date.now() / 60_000 - count) * 60_000)

function insertMinute(
  process: string,
  role: 'web' | 'worker',
  minute: Date,
  metrics: Partial<PerMinuteProcessMetrics>,
) {
  return db
    .insertInto('process_metrics')
    .values({ process, role, minute, metrics: JSON.stringify(metrics) })
    .execute()
}

test('each metrics sample counts only the events since the previous sample', async () => {
  const take = createProcessMetricsSampler()
  await take()
  for (let n = 0; n < 3; n += 1) await ruth.fetch('/api/content')
  const minute = await take()
  assert.equal(minute.requests, 3)
  assert.equal(minute.answered.at(-1), 3)
  assert.ok(minute.connections >= 1)
  assert.ok(minute.memory > 10e6)
  assert.equal(minute.films_waiting, 0)
  assert.equal((await take()).requests, 0)
})

test('metrics counted during a database outage are stored when the database is back', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  t.after(() => db.deleteFrom('process_metrics').execute())
  const keep = createProcessMetricsRecorder('web')
  await sql`alter table process_metrics rename to away`.execute(db)
  await assert.rejects(keep())
  await sql`alter table away rename to process_metrics`.execute(db)
  t.mock.timers.tick(60_000)
  await keep()
  t.mock.timers.tick(60_000)
  await keep()
  const rows = await db.selectFrom('process_metrics').select(['minute', 'role']).orderBy('minute').execute()
  assert.equal(rows.length, 3)
  for (const [nth, { minute }] of rows.entries())
    assert.equal(minute.getTime() - rows[0]!.minute.getTime(), nth * 60_000)
})

test('an admin sees recent metrics of all processes, and none older than a day', async () => {
  await insertMinute('web-1', 'web', minutesAgo(2), {
    requests: 120,
    memory: 100,
    cpu_seconds: 6,
    films_waiting: 4,
  })
  await insertMinute('web-2', 'web', minutesAgo(2), { requests: 60, memory: 50, films_waiting: 4 })
  await insertMinute('worker-1', 'worker', minutesAgo(2), {
    film_seconds: 30,
    encoding_seconds: 20,
    films_waiting: 4,
  })
  await insertMinute('web-1', 'web', minutesAgo(60 * 25), { requests: 1 })
  for (const hours of ['3', '24'] as const) {
    const { points, processes } = await ruth.call(getSiteMetrics, { query: { hours } })
    const told = (name: keyof typeof points) => points[name].filter((value) => value !== null)
    assert.deepEqual(told('requests'), [3])
    assert.deepEqual(told('memory'), [150])
    assert.deepEqual(told('films_waiting'), [4])
    assert.deepEqual(told('speed'), [1.5])
    assert.deepEqual(
      processes.map(({ name, role, cores }) => [name, role, cores]),
      [
        ['web-1', 'web', 0.1],
        ['web-2', 'web', 0],
        ['worker-1', 'worker', 0],
      ],
    )
  }
  await deleteOldProcessMetrics()
  assert.equal((await db.selectFrom('process_metrics').select('minute').execute()).length, 3)
})
