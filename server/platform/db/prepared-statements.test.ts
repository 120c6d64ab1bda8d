import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { closeDatabase, db, openDatabase, transaction } from './db.ts'

let drop: () => Promise<void>

before(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  openDatabase(database.url, 4)
  await sql`create table boats (id integer, name text)`.execute(db)
  await sql`insert into boats values (1, 'Ada')`.execute(db)
})
after(async () => {
  await closeDatabase()
  await drop()
})

const boat = (on: Pick<typeof db, 'getExecutor'> = db) =>
  sql<{ name: string }>`select * from boats where id = ${1}`.execute(on as typeof db)
const inOne = () =>
  transaction(async (tx) => (await sql`insert into boats values (${2}, 'Ben')`.execute(tx), boat(tx)))

test('retries a prepared statement under a new name after its table was altered', async () => {
  // Runs the statement on each of the pool's connections.
  const all = () => Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? boat() : inOne())))
  await all()
  for (const column of ['length', 'colour', 'port']) {
    await sql.raw(`alter table boats add column ${column} integer`).execute(db)
    for (const { rows } of await all()) {
      assert.ok(column in rows[0]!)
      assert.equal(rows[0]!.name, 'Ada')
    }
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from boats where id = ${2}`.execute(
    db,
  )
  assert.equal(rows[0]!.count, 4 * 6, 'retried transactions take effect once')
})

test('does not change PostgreSQL errors that have nothing to do with altered tables', async () => {
  await assert.rejects(sql`select 1 / ${0}::integer`.execute(db), { code: '22012' })
})
