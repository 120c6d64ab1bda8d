import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from './test-database.ts'

test('every test database is migrated, empty and isolated', async (t) => {
  const [mine, other] = [await connected(t), await connected(t)]
  assert.ok((await mine.query('SELECT name FROM migrations')).rows.length > 0)
  await mine.query('CREATE TABLE mine ()')
  await assert.rejects(other.query('SELECT FROM mine'), /does not exist/)
})

async function connected(t: TestContext): Promise<pg.Client> {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.after(async () => {
    await client.end()
    await drop()
  })
  return client
}
