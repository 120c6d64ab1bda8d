import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { signIn } from '#contract/accounts/accounts.ts'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { loadConfig } from '#server/platform/config.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createBackup } from '#server/operations/backup/backup.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { startS3ServerForSuite, createLocalS3Settings } from '#tests/support/servers/s3-server.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { validPassword, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { createPlayableVideo, fakeSegmentContent } from '#tests/support/fixtures/playable-video.ts'
import {
  createDataDir,
  type ServerProcess,
  startServerProcess,
} from '#tests/support/processes/server-process.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

const env = createLocalS3Settings((await startS3ServerForSuite()).port)
let testApp: TestApp
let video: { id: string; playback_id: string }
let made: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
let dataDir: string
let server: ServerProcess | undefined
let inBucket: { env: Record<string, string>; storage: Storage }

before(async () => {
  testApp = await startTestApp()
  const ada = await testApp.signUpMember('ada')
  await backdateAccounts(ada)
  video = await createPlayableVideo(ada, ['a.m4s'])
  await ada.call(postComment, { params: { id: video.id }, body: { body: 'Kept in two places' } })
  const into = join(testApp.dataDir, 'backups')
  ;({ folder: made } = await createBackup({
    into,
    databaseUrl: testApp.databaseUrl,
    version: '0.1.0',
    withObjects: true,
  }))
  database = await createTestDatabase()
  dataDir = await createDataDir()
  inBucket = { env, storage: createS3Storage(loadConfig({ ...env, DATA_DIR: testApp.dataDir }).s3!) }
})
after(async () => {
  await server?.stop()
  await testApp?.close()
  await database?.drop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

/** Runs an operator's command with only these environment variables, and returns its output and exit code. */
function admin(own: Record<string, string>, ...args: string[]): Promise<{ code: unknown; said: string }> {
  const settings = { PATH: process.env['PATH']!, LOG_LEVEL: 'error', ...own }
  return new Promise((resolve) =>
    execFile(process.execPath, ['bin/admin.ts', ...args], { env: settings }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: out + err }),
    ),
  )
}

test('restores a backup of a site with local file storage to a site with object storage', async () => {
  const on = { ...inBucket.env, DATABASE_URL: database.url, DATA_DIR: dataDir }
  const { code, said: result } = await admin(on, 'restore', made)
  assert.match(result, /3 missing objects were uploaded to the bucket\./)
  assert.match(result, /Restored\.\nNo problems found: 1 people, 1 items, 3 files/)
  assert.equal(code, 0, result)
  const object = await inBucket.storage.open(`media/${video.playback_id}/0/240p/a.m4s`)
  assert.deepEqual(Buffer.from(await new Response(object!.body).arrayBuffer()), fakeSegmentContent)
})

test('restores a backup of a site with object storage to a site that uses the database bundled with `npm start`', async () => {
  const from = { ...inBucket.env, DATABASE_URL: database.url, DATA_DIR: dataDir }
  const { said: told } = await admin(from, 'backup', join(dataDir, 'backups'))
  assert.match(told, /3 files of .* \(here\)/)

  const { code, said: result } = await admin({ DATA_DIR: dataDir }, 'restore', told.split('\n')[0]!)
  assert.match(result, /Restored\.\nNo problems found: 1 people, 1 items, 3 files/)
  assert.equal(code, 0, result)

  server = await startServerProcess({ dataDir })
  const back = new HttpTestClient(server.url)
  await back.call(signIn, { body: { email: 'ada@example.com', password: validPassword } })
  const { items } = await back.call(listComments, { params: { id: video.id }, query: {} })
  assert.deepEqual(
    items.map(({ body }) => body),
    ['Kept in two places'],
  )
  const bytes = await back.fetch(`/media/${video.playback_id}/0/240p/a.m4s`)
  assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), fakeSegmentContent)
})

test('the error message of an admin command names the bucket or database that does not respond', async () => {
  const nobody = '127.0.0.1:1'
  const on = { ...inBucket.env, DATABASE_URL: database.url, DATA_DIR: dataDir }
  for (const [lost, words] of [
    [
      { ...on, S3_ENDPOINT: `http://${nobody}` },
      /^The bucket does not respond .*S3_ENDPOINT is correct, then try again\.$/m,
    ],
    [
      { ...on, DATABASE_URL: `postgres://a@${nobody}/a` },
      /^The database does not respond .*DATABASE_URL is correct/m,
    ],
  ] as const) {
    const { code, said: result } = await admin(lost, 'verify')
    assert.match(result, words)
    assert.ok(!result.includes('    at '), 'no stack')
    assert.equal(code, 1)
  }
})
