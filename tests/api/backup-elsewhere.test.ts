import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { signIn } from '#contract/accounts.ts'
import { listComments, postComment } from '#contract/comments.ts'
import { configure } from '#server/platform/config.ts'
import { s3Storage } from '#server/platform/storage/s3.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { backup } from '#server/upkeep/backup/backup.ts'
import { Visitor } from '../media/member.ts'
import { bucket, bucketAt } from '../pipeline/bucket.ts'
import { freshDatabase } from '../support/database.ts'
import { goodPassword, type House, openHouse } from '../support/house.ts'
import { playable, segment } from '../support/playable.ts'
import { freshDataDir, type StartedServer, startServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'

const env = bucketAt((await bucket()).port)
let house: House
let film: { id: string; playback_id: string }
let made: string
let database: Awaited<ReturnType<typeof freshDatabase>>
let dataDir: string
let server: StartedServer | undefined
let inBucket: { env: Record<string, string>; storage: Storage }

before(async () => {
  house = await openHouse()
  const ada = await house.joins('ada')
  await settled(ada)
  film = await playable(ada, ['a.m4s'])
  await ada.call(postComment, { params: { id: film.id }, body: { body: 'Kept in two places' } })
  const into = join(house.dataDir, 'backups')
  ;({ folder: made } = await backup({
    into,
    databaseUrl: house.databaseUrl,
    version: '0.1.0',
    withObjects: true,
  }))
  database = await freshDatabase()
  dataDir = await freshDataDir()
  inBucket = { env, storage: s3Storage(configure({ ...env, DATA_DIR: house.dataDir }).s3!) }
})
after(async () => {
  await server?.stop()
  await house?.close()
  await database?.drop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

/** The operator's command with these settings alone. Answers all it said, and its code. */
function admin(own: Record<string, string>, ...args: string[]): Promise<{ code: unknown; said: string }> {
  const settings = { PATH: process.env['PATH']!, LOG_LEVEL: 'error', ...own }
  return new Promise((resolve) =>
    execFile(process.execPath, ['bin/admin.ts', ...args], { env: settings }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: out + err }),
    ),
  )
}

test('a backup of a folder is restored into a bucket: what is missing there is put back', async () => {
  const on = { ...inBucket.env, DATABASE_URL: database.url, DATA_DIR: dataDir }
  const { code, said } = await admin(on, 'restore', made)
  assert.match(said, /3 objects were put back into the bucket\./)
  assert.match(said, /Restored\.\nAll is as it should be: 1 people, 1 items, 3 files/)
  assert.equal(code, 0, said)
  const object = await inBucket.storage.open(`media/${film.playback_id}/0/240p/a.m4s`)
  assert.deepEqual(Buffer.from(await new Response(object!.body).arrayBuffer()), segment)
})

test('a backup of a bucket is restored into the database that `npm start` brings along, and the site plays and signs in', async () => {
  const from = { ...inBucket.env, DATABASE_URL: database.url, DATA_DIR: dataDir }
  const { said: told } = await admin(from, 'backup', join(dataDir, 'backups'))
  assert.match(told, /3 files of .* \(here\)/)

  const { code, said } = await admin({ DATA_DIR: dataDir }, 'restore', told.split('\n')[0]!)
  assert.match(said, /Restored\.\nAll is as it should be: 1 people, 1 items, 3 files/)
  assert.equal(code, 0, said)

  server = await startServer({ dataDir })
  const back = new Visitor(server.url)
  await back.call(signIn, { body: { email: 'ada@example.com', password: goodPassword } })
  const { items } = await back.call(listComments, { params: { id: film.id }, query: {} })
  assert.deepEqual(
    items.map(({ body }) => body),
    ['Kept in two places'],
  )
  const bytes = await back.fetch(`/media/${film.playback_id}/0/240p/a.m4s`)
  assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), segment)
})

test('where the bucket or the database does not answer, the operator reads which one, and what to look at', async () => {
  const nobody = '127.0.0.1:1'
  const on = { ...inBucket.env, DATABASE_URL: database.url, DATA_DIR: dataDir }
  for (const [lost, words] of [
    [
      { ...on, S3_ENDPOINT: `http://${nobody}` },
      /^The bucket does not answer .*S3_ENDPOINT is right, then ask again\.$/m,
    ],
    [
      { ...on, DATABASE_URL: `postgres://a@${nobody}/a` },
      /^The database does not answer .*DATABASE_URL is right/m,
    ],
  ] as const) {
    const { code, said } = await admin(lost, 'verify')
    assert.match(said, words)
    assert.ok(!said.includes('    at '), 'no stack')
    assert.equal(code, 1)
  }
})
