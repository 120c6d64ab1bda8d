/* Tests that several processes can start at the same moment on an empty database. */
import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { getSession } from '#contract/accounts/current-user.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { createEmptyDatabase } from '#tests/support/postgres/test-database.ts'
import { startServerCluster } from '#tests/support/cluster/server-cluster.ts'
import { cloneClientForServer } from './cluster-test-site.ts'
import { createBucket } from '#tests/support/cluster/radosgw.ts'

test('four processes that start concurrently on an empty database migrate it once', async (t) => {
  const { url, drop } = await createEmptyDatabase()
  const env = { ...(await createBucket(process.env['TEST_APART']!)), DATABASE_URL: url }
  const four = await startServerCluster({ env })
  t.after(async () => {
    await four.close()
    await drop()
  })
  const rows = await runQuery(url, 'select name from migrations order by name')
  assert.deepEqual(
    rows.map((row) => row['name']),
    (await readMigrations()).map((one) => one.name),
  )
  const all = [...four.webServers, ...four.workers]
  const told = all.flatMap(({ log }) => log.filter((line) => line.includes('Applied database migration')))
  assert.equal(told.length, rows.length, 'each migration is logged by exactly one process')
  for (const { log } of all)
    assert.ok(!log.some((line) => /"level":"(warn|error)"/.test(line)), log.join('\n'))
  // A server accepts a cookie that another server has signed.
  const [one, other] = four.webServers
  const ada = await signUpOverHttp(one!.url, 'ada')
  assert.equal((await cloneClientForServer(other!, ada).call(getSession, {})).me?.username, 'ada')
})

async function runQuery(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
