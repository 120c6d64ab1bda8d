import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import test from 'node:test'
import pg from 'pg'
import { createEmptyDatabase } from '#tests/support/postgres/test-database.ts'
import { applyMigration, migrate, readMigrations } from './migrate.ts'
import { prepareSchema } from './schema-prerequisites.ts'

test('a migration that waits for a table lock does not block the requests of running processes', async (t) => {
  const database = await createEmptyDatabase()
  const clients = [0, 1].map(() => new pg.Client({ connectionString: database.url }))
  const [backup, request] = clients as [pg.Client, pg.Client]
  t.after(async () => {
    await Promise.all(clients.map((client) => client.end()))
    await database.drop()
  })
  await Promise.all(clients.map((client) => client.connect()))
  await prepareSchema(backup)
  const migrations = await readMigrations()
  const isNew = (name: string) => name >= '0058'
  for (const migration of migrations) if (!isNew(migration.name)) await applyMigration(backup, migration)
  // A backup locks every table that it reads, and keeps the locks until it ends.
  await backup.query('begin; select from guesses')

  let isDone = false
  const migrating = migrate(database.url).finally(() => (isDone = true))
  migrating.catch(() => {})
  for (let requests = 0; requests < 100; requests += 1) {
    // Without the lock timeout, a migration would wait for the backup to end, and the first request that
    // waits behind the migration would have to wait just as long.
    await request.query('select from guesses')
    await pause(20)
  }
  assert.equal(isDone, false)
  await backup.query('commit')
  assert.deepEqual(await migrating, migrations.map(({ name }) => name).filter(isNew))
})
