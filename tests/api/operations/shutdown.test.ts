import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import test from 'node:test'
import { sql } from 'kysely'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { waitForProcessesToExit, listProcessTree } from '#tests/support/processes/process-tree.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'

test('Ctrl-C stops the server and its database, and the next start finds the data', async () => {
  const dataDir = await createDataDir()
  try {
    const first = await startServerProcess({ dataDir })
    await join(first.url, 'keeper')
    assert.ok((await first.stop()) < 15)
    const second = await startServerProcess({ dataDir })
    assert.equal((await fetch(`${second.url}/api/profiles/keeper`)).status, 200)
    await second.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a SIGTERM sent only to npm stops everything that npm start has started', async () => {
  const dataDir = await createDataDir()
  try {
    const server = await startServerProcess({ dataDir, by: 'npm' })
    const pids = await listProcessTree(server.pid)
    process.kill(server.pid, 'SIGTERM')
    await waitForProcessesToExit(pids)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a stopping server stores every view it has acknowledged', async () => {
  const [database, dataDir] = [await createTestDatabase(), await createDataDir()]
  openDatabase(database.url, 2)
  try {
    const env = { DATABASE_URL: database.url, PACE: '0', TRUST_PROXY: '127.0.0.1' }
    const server = await startServerProcess({ dataDir, env })
    const [owner] = await db
      .insertInto('users')
      .values({ email: 'ada@example.com' })
      .returning('id')
      .execute()
    const id = await createPublishedVideo(owner!)
    const told = { sent: 0, answered: 0 }
    const watches = async () => {
      for (;;) {
        const headers = { 'x-forwarded-for': `10.9.${told.sent >> 8}.${told.sent & 255}` }
        told.sent += 1
        const url = `${server.url}/api/content/${id}/views`
        const response = await fetch(url, { method: 'POST', headers }).catch(() => undefined)
        if (response?.status !== 200) return
        told.answered += 1
      }
    }
    const crowd = Array.from({ length: 30 }, watches)
    await waitUntil(() => told.answered > 200, 20)
    await server.stop()
    await Promise.all(crowd)
    const { rows } = await sql<{ views: number }>`select sum(views)::int8 as views from daily_view_counts
      where content_id = ${id}`.execute(db)
    const { views } = rows[0]!
    assert.ok(views >= told.answered && views <= told.sent, `${views} kept, ${JSON.stringify(told)}`)
  } finally {
    await closeDatabase()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('if a setting is invalid, the server does not start and prints one message that names the setting', async () => {
  const dataDir = await createDataDir()
  try {
    await assert.rejects(
      startServerProcess({ dataDir, env: { SAFETY_PRESET: 'loose' } }),
      /code 1:\nThe setting SAFETY_PRESET must be standard or strict\.$/,
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

async function join(url: string, username: string): Promise<void> {
  const body = {
    full_name: 'K',
    email: `${username}@example.com`,
    age: 16,
    username,
    password: 'kayak-lantern-42',
    terms: true,
  }
  const response = await fetch(`${url}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 201)
}
