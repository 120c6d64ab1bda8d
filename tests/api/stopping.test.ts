import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import test from 'node:test'
import { allGone, tree } from '../support/processes.ts'
import { freshDataDir, startServer } from '../support/server.ts'

test('Ctrl-C ends the server with its database, and a second start finds the data', async () => {
  const dataDir = await freshDataDir()
  try {
    const first = await startServer({ dataDir })
    await join(first.url, 'keeper')
    assert.ok((await first.stop()) < 15)
    const second = await startServer({ dataDir })
    assert.equal((await fetch(`${second.url}/api/profiles/keeper`)).status, 200)
    await second.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a SIGTERM to npm alone ends everything that npm start had started', async () => {
  const dataDir = await freshDataDir()
  try {
    const server = await startServer({ dataDir, by: 'npm' })
    const pids = await tree(server.pid)
    process.kill(server.pid, 'SIGTERM')
    await allGone(pids)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a setting that cannot be used ends the start with one sentence that names it', async () => {
  const dataDir = await freshDataDir()
  try {
    await assert.rejects(
      startServer({ dataDir, env: { SAFETY_PRESET: 'loose' } }),
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
  const answer = await fetch(`${url}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 201)
}
