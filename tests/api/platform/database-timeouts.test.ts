import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import {
  closeDatabase,
  db,
  openDatabase,
  transaction,
  withBackgroundTimeouts,
} from '#server/platform/db/db.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const short = { statement_timeout: 300, idle_in_transaction_session_timeout: 300 }
const long = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 }

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  await closeDatabase()
  openDatabase(testApp.databaseUrl, 12, { request: short, work: long })
})
after(() => testApp.close())

test('a slow query in a request is cancelled, and the response is 503 with Retry-After', async () => {
  const other = new pg.Client({ connectionString: testApp.databaseUrl })
  await other.connect()
  await other.query('begin; lock table profiles in access exclusive mode')
  const response = await ada.fetch('/api/me/profile')
  assert.equal(response.status, 503)
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'unavailable')
  await other.query('rollback')
  await other.end()
  assert.equal((await ada.fetch('/api/me/profile')).status, 200)
})

test('an idle transaction is aborted and its locks are released', async () => {
  const stood = transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', ada.id).forUpdate().execute()
    await pause(700)
    await tx.selectFrom('users').select('id').execute()
  })
  await assert.rejects(stood)
  await db.updateTable('users').set({ name: 'Ada' }).where('id', '=', ada.id).execute()
  assert.equal((await ada.fetch('/api/me/profile')).status, 200)
})

test('queue jobs and operator commands have longer database timeouts than requests', async () => {
  const slow = () => sql`select pg_sleep(0.6)`.execute(db)
  await assert.rejects(slow())
  await withBackgroundTimeouts(slow)
  await withBackgroundTimeouts(() =>
    transaction(async (tx) => {
      await sql`select 1`.execute(tx)
      await pause(600)
      await sql`select 1`.execute(tx)
    }),
  )
})

test('a worker that freezes while it holds a row lock does not block later updates of that row', async () => {
  await closeDatabase()
  openDatabase(testApp.databaseUrl, 12, { request: long, work: long, hold: 300 })
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  const { promise: held, resolve: holds } = Promise.withResolvers<void>()
  const frozen = withBackgroundTimeouts(() =>
    transaction(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', ada.id).forUpdate().execute()
      holds()
      await woken
      await tx.selectFrom('users').select('id').execute()
    }),
  )
  const refused = assert.rejects(frozen)
  await held
  await db.updateTable('users').set({ name: 'Ada' }).where('id', '=', ada.id).execute()
  wake()
  await refused
})

test('in production, database timeouts are 10 to 30 seconds in requests and 10 to 30 minutes in background work', async () => {
  await closeDatabase()
  openDatabase(testApp.databaseUrl)
  const limits = async () => {
    const { rows } = await sql<{ a: string; b: string }>`
      select current_setting('statement_timeout') as a, current_setting('idle_in_transaction_session_timeout') as b`.execute(
      db,
    )
    return [rows[0]!.a, rows[0]!.b]
  }
  assert.deepEqual(await limits(), ['10s', '30s'])
  assert.deepEqual(await withBackgroundTimeouts(limits), ['30min', '10min'])
})
