import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { type PgBouncer, pgBouncerSkipReason, startPgBouncer } from '#tests/support/servers/pgbouncer.ts'
import { ConfigError } from '../settings/config-error.ts'
import { assertDatabaseUrlsUsable, detectConnectionMode } from './connection-pooler.ts'
import {
  acquireSessionConnection,
  closeDatabase,
  db,
  executeStatement,
  openDatabase,
  queryTimeouts,
  transaction,
  withBackgroundTimeouts,
} from './db.ts'

const skip = pgBouncerSkipReason
let database: Awaited<ReturnType<typeof createTestDatabase>>
let pooler: PgBouncer
let pooled: string
before(async () => {
  database = await createTestDatabase()
  if (skip) return
  pooler = await startPgBouncer(database.url)
  pooled = pooler.urlOf(database.url)
})
after(async () => {
  await pooler?.stop()
  await database.drop()
})

test('recognizes a direct connection', async () => {
  assert.equal(await detectConnectionMode(database.url), 'direct')
  await assertDatabaseUrlsUsable({ databaseUrl: database.url, databaseDirectUrl: undefined })
})

test('recognizes the pool mode of PgBouncer', { skip }, async () => {
  assert.equal(await detectConnectionMode(pooled), 'transaction')
  const sessions = await startPgBouncer(database.url, { mode: 'session' })
  assert.equal(await detectConnectionMode(sessions.urlOf(database.url)), 'session')
  await sessions.stop()
})

test('a site behind a transaction pooler does not start without a direct address', { skip }, async () => {
  const refused = (databaseUrl: string, databaseDirectUrl: string | undefined, message: RegExp) =>
    assert.rejects(assertDatabaseUrlsUsable({ databaseUrl, databaseDirectUrl }), (error: Error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, message)
      return true
    })
  await refused(pooled, undefined, /DATABASE_URL .* transaction mode.* Set DATABASE_DIRECT_URL/)
  await refused(pooled, pooled, /DATABASE_DIRECT_URL .* transaction mode/)
  const other = await createTestDatabase()
  await refused(pooled, other.url, /different databases/)
  await other.drop()
  await assertDatabaseUrlsUsable({ databaseUrl: pooled, databaseDirectUrl: database.url })
})

test('statements and transactions work when each uses another server connection', { skip }, async (t) => {
  openDatabase(pooled, 12, { directUrl: database.url })
  t.after(closeDatabase)
  await sql`create table boats (id integer, name text)`.execute(db)
  // Twelve clients share four connections, so each client uses several connections, and each connection has
  // statements from several clients.
  const results = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      if (n % 3 === 0) return (await executeStatement<{ n: number }>('select $1::int as n', [n]))[0]!.n
      if (n % 3 === 1)
        return transaction(async (tx) => {
          await sql`insert into boats values (${n}, ${`boat ${n}`})`.execute(tx)
          const { rows } = await sql<{
            id: number
          }>`select id from boats where name = ${`boat ${n}`}`.execute(tx)
          return rows[0]!.id
        })
      return (await sql<{ n: number }>`select ${n}::int as n from (select pg_sleep(0.001)) s`.execute(db))
        .rows[0]!.n
    }),
  )
  assert.deepEqual(
    results,
    Array.from({ length: 200 }, (_, n) => n),
  )
  await assert.rejects(sql`select 1 / ${0}::int`.execute(db), { code: '22012' })
  const { rows } = await sql<{ count: number }>`select count(*) as count from boats`.execute(db)
  assert.equal(rows[0]!.count, 67)
  const { numAffectedRows } = await sql`delete from boats`.execute(db)
  assert.equal(numAffectedRows, 67n)
})

test(
  'statements and transactions have their time limits, which do not leak to other clients',
  { skip },
  async (t) => {
    const request = { statement_timeout: 300, idle_in_transaction_session_timeout: 400 }
    openDatabase(pooled, 2, { ...queryTimeouts, request, directUrl: database.url })
    t.after(closeDatabase)
    const late = { code: '57014' }
    await assert.rejects(sql`select pg_sleep(5)`.execute(db), late)
    await assert.rejects(sql`select pg_sleep(${5})`.execute(db), late)
    await assert.rejects(executeStatement('select pg_sleep($1)', [5]), late)
    await assert.rejects(
      transaction((tx) => sql`select pg_sleep(5)`.execute(tx)),
      late,
    )
    await assert.rejects(
      transaction(async (tx) => {
        await sql`select 1`.execute(tx)
        await new Promise((later) => setTimeout(later, 900))
        await sql`select 1`.execute(tx)
      }),
    )
    // Background work uses the same server connections, but has longer limits.
    await withBackgroundTimeouts(() => sql`select pg_sleep(0.6)`.execute(db))
    const shown = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
    assert.equal(shown.rows[0]!.statement_timeout, '300ms')
  },
)

test('session locks and notifications use the direct address', { skip }, async (t) => {
  openDatabase(pooled, 12, { directUrl: database.url })
  t.after(closeDatabase)
  const client = await acquireSessionConnection()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  assert.equal(rows[0].pid, (client as unknown as { processID: number }).processID)
  client.release()
})
