import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { db, pool, transaction } from '#server/platform/db/db.ts'
import { toErrorResponse } from '#server/platform/http/error-responses.ts'
import { type LiveUpdateMessage, subscribeToTopic } from '#server/platform/live-updates/live-updates.ts'
import { publishLiveEvent } from '#server/platform/live-updates/publish-live-event.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { proxyLiveUpdates } from '#tests/support/app/live-updates-proxy.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

const pidOf = async (on: typeof db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]!.pid
// Uses the pool directly, because Kysely refuses a second connection within a transaction.
const end = (pid: number) => pool.query('select pg_terminate_backend($1)', [pid])
const isGone = async (pid: number) =>
  (await pool.query('select from pg_stat_activity where pid = $1', [pid])).rows.length === 0

test('losing a database connection between two queries causes a single 503 response and no crash', async () => {
  const thrown = await transaction(async (tx) => {
    const pid = await pidOf(tx)
    await end(pid)
    await waitUntil(() => isGone(pid))
    // Gives the client time to receive the server's last message.
    await new Promise((turn) => setTimeout(turn, 50))
    await sql`select 1`.execute(tx)
  }).catch((error: unknown) => error)
  const response = toErrorResponse(thrown)
  assert.equal(response.status, 503)
  assert.ok(response.headers.get('retry-after'))
  assert.equal((await pidOf(db)) > 0, true, 'the next query gets a connection')
})

test('live updates reconnect with a single database connection, however long a database outage lasts', async (t) => {
  const line = await proxyLiveUpdates(t, testApp.databaseUrl)
  assert.equal(line.open, 1)
  line.mode = 'refuse'
  line.cut()
  await waitUntil(async () => line.count >= 5)
  const tries = line.count
  // In an earlier version, each failed attempt to reconnect started two more attempts.
  await new Promise((later) => setTimeout(later, 1500))
  assert.ok(line.count - tries <= 2, `${line.count - tries} tries in 1.5 s`)

  const received: LiveUpdateMessage[] = []
  const over = new AbortController()
  await subscribeToTopic('content:x', 0, (message) => received.push(message), over.signal)
  await transaction((tx) => publishLiveEvent(tx, 'content:x', 'gone', {}))
  assert.deepEqual(received, [], 'the outage prevents delivery')
  line.mode = 'pass'
  await waitUntil(async () => received.length > 0)
  assert.deepEqual([received.length, line.open], [1, 1])
  over.abort()
})
