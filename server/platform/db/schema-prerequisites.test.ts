import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { createEmptyDatabase } from '#tests/support/postgres/test-database.ts'
import { ConfigError } from '../settings/config-error.ts'
import { requirePostgresVersion, prepareSchema } from './schema-prerequisites.ts'

test('rejects a PostgreSQL server older than version 15 with a message for the operator', () => {
  assert.throws(
    () => requirePostgresVersion(140_011, '14.11'),
    (error: Error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(
        error.message,
        /PostgreSQL 15 or newer is required, but the server of DATABASE_URL is 14\.11/,
      )
      return true
    },
  )
  for (const version of [150_000, 160_004, 170_002, 180_000, 190_000]) requirePostgresVersion(version, '')
})

test('UUIDv7 IDs sort by creation time on any PostgreSQL version, and preparing a schema twice is harmless', async (t) => {
  const database = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  t.after(async () => {
    await client.end()
    await database.drop()
  })
  await prepareSchema(client)
  await prepareSchema(client)
  const ids: string[] = []
  for (let n = 0; n < 200; n += 1) ids.push((await client.query('select uuidv7() as id')).rows[0].id)
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual(ids, ids.toSorted(), 'ids sort in the order of their creation')
  const made = Number.parseInt(ids.at(-1)!.replace('-', '').slice(0, 12), 16)
  assert.ok(Math.abs(made - Date.now()) < 5000, `${made}`)
})
