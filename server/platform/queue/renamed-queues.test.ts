/*
 * The previous release has left jobs and schedules under names that have changed since then (decisions/052).
 * Workers of the previous release may still be running.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { closeDatabase, openDatabase } from '../db/db.ts'
import {
  defineJob,
  defineWorker,
  replaceQueuedJobs,
  startJobWorkers,
  startQueue,
  stopQueue,
} from './queue.ts'

const greetJob = defineJob<{ to: string }>('greet', {}, { formerName: 'hail' })
const greeted: string[] = []
let cronRuns = 0

let database: Awaited<ReturnType<typeof createTestDatabase>>
let previous: PgBoss
let client: pg.Client

before(async () => {
  database = await createTestDatabase()
  openDatabase(database.url)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  previous = new PgBoss({ connectionString: database.url, supervise: false })
  previous.on('error', () => {})
  await previous.start()
  for (const queue of ['hail', 'chore-wipe']) await previous.createQueue(queue)
  await previous.schedule('chore-wipe', '0 0 1 1 *')
  await previous.send('hail', { to: 'Ada' })
  await previous.send('chore-wipe')
  await startQueue(database.url, [greetJob], true)
  await startJobWorkers(
    [defineWorker(greetJob, async ({ to }) => void greeted.push(to))],
    [{ name: 'sweep', formerName: 'wipe', cron: '0 0 1 1 *', run: async () => void (cronRuns += 1) }],
  )
})
after(async () => {
  await stopQueue()
  await previous.stop({ graceful: false })
  await client.end()
  await closeDatabase()
  await database.drop()
})

test('a job queued under a queue’s old name runs, whether it was queued before or after the update', async () => {
  await waitUntil(() => greeted.includes('Ada'))
  await previous.send('hail', { to: 'Bob' })
  await previous.send('greet', { to: 'Cleo' })
  await waitUntil(() => greeted.includes('Bob') && greeted.includes('Cleo'))
  assert.deepEqual(greeted.toSorted(), ['Ada', 'Bob', 'Cleo'])
})

test('renaming a queue replaces its schedule, but keeps the old queue for workers of the previous release', async () => {
  const { rows } = await client.query('select name from pgboss.schedule')
  assert.deepEqual(rows, [{ name: 'chore-sweep' }])
  await waitUntil(() => cronRuns === 1)
  assert.deepEqual(await previous.fetch('chore-wipe'), [])
})

test('restores jobs from an older backup under their current queue name', async () => {
  async function* backup() {
    yield { name: 'hail', data: { to: 'Dan' }, priority: 0, start_after: '2126-01-01', singleton_key: null }
    yield { name: 'unknown', data: {}, priority: 0, start_after: '2126-01-01', singleton_key: null }
  }
  assert.equal(await replaceQueuedJobs(client, backup()), 1)
  const { rows } = await client.query(`select name, data from pgboss.job where name !~ '^__'`)
  assert.deepEqual(rows, [{ name: 'greet', data: { to: 'Dan' } }])
})
