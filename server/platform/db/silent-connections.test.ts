import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { type FlakyProxy, startFlakyProxy } from '#tests/support/servers/flaky-proxy.ts'
import { closeDatabase, db, openDatabase, transaction } from './db.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: FlakyProxy
before(async () => {
  database = await createTestDatabase()
  const { username, pathname, searchParams } = new URL(database.url)
  proxy = await startFlakyProxy({ path: join(searchParams.get('host')!, '.s.PGSQL.5432') })
  openDatabase(`postgres://${username}@127.0.0.1:${proxy.port}${pathname}`)
})
after(async () => {
  await closeDatabase()
  await proxy.close()
  await database.drop()
})

test('a query whose response was lost fails after a few seconds, and its transaction keeps no locks', async () => {
  const lost = transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(7)`.execute(tx)
    proxy.blackholeOpenConnections()
    await sql`select 1`.execute(tx)
  })
  const startedAt = performance.now()
  await assert.rejects(lost, /connection/i)
  assert.ok(performance.now() - startedAt < 6000)
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(7) as free`.execute(db)
  assert.deepEqual(rows, [{ free: true }])
})

test('a long query continues', async () => {
  const { rows } = await sql`select pg_sleep(5), 1 as one`.execute(db)
  assert.equal((rows[0] as { one: number }).one, 1)
})
