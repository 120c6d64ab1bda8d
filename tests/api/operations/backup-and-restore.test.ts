import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import pg from 'pg'
import { signIn } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { db } from '#server/platform/db/db.ts'
import { readMigrations, applyMigration } from '#server/platform/db/migrate.ts'
import { prepareSchema } from '#server/platform/db/schema-prerequisites.ts'
import { storage, setStorage } from '#server/platform/storage/storage.ts'
import { createBackup } from '#server/operations/backup/backup.ts'
import { readBackupManifest } from '#server/operations/backup/backup-manifest.ts'
import { checkBackup } from '#server/operations/restore/check-backup.ts'
import { restoreBackup } from '#server/operations/restore/restore.ts'
import {
  writeRestoreJournal,
  dataFolderPaths,
  recoverInterruptedRestore,
} from '#server/operations/restore/swap-data-folders.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import {
  connectAsSuperuser,
  queryOnNewConnection,
  waitUntilConnectionWaitsForLock,
} from '#tests/support/postgres/direct-connections.ts'
import { buildBackupCorruptionTestCases } from '#tests/support/fixtures/corrupted-backups.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import {
  createTestEnvironment,
  validPassword,
  type TestApp,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'
import { createPlayableVideo, fakeSegmentContent } from '#tests/support/fixtures/playable-video.ts'
import { backdateAccounts } from '#tests/support/fixtures/backdate-accounts.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let video: { id: string; playback_id: string }
let backups: string
/**
 * A backup that was taken while members wrote data, and the writes that were acknowledged before the backup
 * began.
 */
let made: string
let answered: { likes: number; comments: string[] }

before(async () => {
  // Rate limits are off, because a member likes and unlikes a video continuously while the backup is made.
  testApp = await startTestApp({ env: { PACE: '0' } })
  backups = join(testApp.dataDir, 'backups')
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  await backdateAccounts(ada, bob)
  video = await createPlayableVideo(ada, ['a.m4s', 'b.m4s'])
})
after(() => testApp?.close())

const backupOptions = () => ({
  into: backups,
  databaseUrl: testApp.databaseUrl,
  version: '0.1.0',
  withObjects: true,
})

test('a backup can be taken while members write to the database', async () => {
  const params = { id: video.id }
  const comments: string[] = []
  for (const body of ['first', 'second']) {
    await bob.call(postComment, { params, body: { body } })
    comments.push(body)
  }
  await bob.call(putLike, { params })
  answered = { likes: 1, comments }
  const over = new AbortController()
  let writes = 0
  const writing = (async () => {
    for (; !over.signal.aborted; writes++) await ada.call(writes % 2 ? deleteLike : putLike, { params })
  })()
  const { folder, manifest } = await createBackup(backupOptions())
  over.abort()
  await writing
  made = folder
  assert.ok(writes > 3, `only ${writes} writes while it was made`)
  assert.equal(manifest.files.count, 4)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await stat(join(folder, 'tables/users.gz'))).mode & 0o777, 0o600)
})

test('a second backup uses no additional space for unchanged files', async () => {
  const key = `media/${video.playback_id}/0/240p/b.m4s`
  const real = storage
  const away = join(testApp.dataDir, 'files', key)
  setStorage({
    ...real,
    async *walk(prefix) {
      for await (const file of real.walk(prefix)) {
        if (file.key === key) await rm(away)
        yield file
      }
    },
  })
  const { folder, manifest } = await createBackup(backupOptions()).finally(() => setStorage(real))
  await storage.putBytes(key, fakeSegmentContent)
  // The previous backup has a file of the same size and modification time, so the new backup links to the
  // file in the previous backup without reading the file from storage.
  assert.deepEqual([manifest.files.count, manifest.files.missing], [4, 0])
  const inode = async (at: string) => (await stat(join(at, 'files', key))).ino
  assert.equal(await inode(folder), await inode(made))
  await rm(folder, { recursive: true })

  const fresh = { ...backupOptions(), into: join(testApp.dataDir, 'elsewhere') }
  setStorage({
    ...real,
    async *walk(prefix) {
      for await (const file of real.walk(prefix)) {
        if (file.key === key) await rm(away)
        yield file
      }
    },
  })
  const short = await createBackup(fresh).finally(() => setStorage(real))
  await storage.putBytes(key, fakeSegmentContent)
  assert.deepEqual([short.manifest.files.count, short.manifest.files.missing], [3, 1])
})

test('a killed backup never counts as complete, and the next backup deletes it', async () => {
  const owner = await connectAsSuperuser(testApp.databaseUrl)
  await owner.query('begin; lock table likes in access exclusive mode')
  const killed = await spawnAdminCommand(testApp, ['backup', backups], (pid) => {
    void waitUntilConnectionWaitsForLock(owner, 'likes').then(() => process.kill(pid, 'SIGKILL'))
  })
  await owner.end()
  assert.equal(killed.signal, 'SIGKILL')
  const left = (await readdir(backups)).filter((name) => !made.endsWith(name))
  assert.ok(left.length === 1 && left[0]!.startsWith('.making-'), left.join())
  await assert.rejects(checkBackup(join(backups, left[0]!)), /There is no backup/)
  const { folder } = await createBackup(backupOptions())
  assert.deepEqual(
    (await readdir(backups)).filter((name) => name.startsWith('.')),
    [],
  )
  await rm(folder, { recursive: true })
})

test('an invalid backup is refused with a message before anything is changed', async () => {
  const media = `files/media/${video.playback_id}/0/240p/a.m4s`
  for (const [what, corrupt, sentence] of await buildBackupCorruptionTestCases(made, media)) {
    const at = join(testApp.dataDir, 'damaged')
    await cp(made, at, { recursive: true })
    await corrupt(at)
    await assert.rejects(checkBackup(at), { name: 'Trouble', message: sentence }, what)
    await rm(at, { recursive: true })
  }
  await checkBackup(made)
})

test('a backup cannot be restored over a running site', async () => {
  const { databaseUrl, dataDir } = testApp
  const again = { folder: made, databaseUrl, dataDir, hasS3Bucket: false, jobs: [], reportProgress: () => {} }
  const message =
    /^The database is in use \(.*a site.*\)\. Stop all web servers and workers of the site.* Nothing was changed\.$/
  await assert.rejects(restoreBackup(again), { name: 'Trouble', message })
})

test('a restore killed midway leaves the old rows and files in place', async () => {
  const { database, dataDir } = await createTestEnvironment()
  await queryOnNewConnection(database.url, `insert into users (email) values ('old@example.org')`)
  await mkdir(join(dataDir, 'files'))
  await writeFile(join(dataDir, 'files/old'), 'old')
  const owner = await connectAsSuperuser(database.url)
  await owner.query('begin; lock table users in access share mode')
  const killed = await spawnAdminCommand({ databaseUrl: database.url, dataDir }, ['restore', made], (pid) => {
    // The restore is killed after it has loaded everything, while it waits to replace the old tables.
    void waitUntilConnectionWaitsForLock(owner, 'users').then(() => process.kill(pid, 'SIGKILL'))
  })
  assert.equal(killed.signal, 'SIGKILL')
  await owner.query('rollback')
  await waitUntil(async () => {
    const { rows } = await owner.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows.length === 0
  })
  await owner.end()
  const users = await queryOnNewConnection<{ email: string }>(database.url, 'select email from users')
  assert.deepEqual(users, [{ email: 'old@example.org' }])
  await recoverInterruptedRestore({ databaseUrl: database.url, dataDir, reportProgress: () => {} })
  assert.deepEqual(await readdir(dataDir), ['files'])
  assert.deepEqual(await readdir(join(dataDir, 'files')), ['old'])
  await database.drop()
  await rm(dataDir, { recursive: true })
})

test('a restore interrupted between replacing the rows and replacing the files is completed by the next run', async () => {
  const { database, dataDir } = await createTestEnvironment()
  const id = '20260101000000000'
  for (const [folder, name] of [
    [dataFolderPaths.current(dataDir), 'old'],
    [dataFolderPaths.staged(dataDir, id), 'new'],
  ] as const) {
    await mkdir(folder)
    await writeFile(join(folder, name), '')
  }
  await writeRestoreJournal(dataDir, id)
  await queryOnNewConnection(database.url, `create schema before_restore_${id}`)
  await recoverInterruptedRestore({ databaseUrl: database.url, dataDir, reportProgress: () => {} })
  assert.deepEqual(await readdir(dataFolderPaths.current(dataDir)), ['new'])
  assert.deepEqual(await readdir(dataFolderPaths.replaced(dataDir, id)), ['old'])
  assert.equal((await readdir(dataDir)).length, 2)
  await database.drop()
  await rm(dataDir, { recursive: true })
})

test('a backup of an older version is restored and migrated', async () => {
  const { database, dataDir } = await createTestEnvironment()
  const old = await createTestDatabase()
  const client = new pg.Client({ connectionString: old.url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await prepareSchema(client)
  const migrations = await readMigrations()
  for (const migration of migrations.slice(0, 17)) await applyMigration(client, migration)
  await client.query(`insert into users (email) values ('early@example.org')`)
  await client.end()
  const kept = await spawnAdminCommand({ databaseUrl: old.url, dataDir }, [
    'backup',
    join(dataDir, 'backups'),
  ])
  assert.equal(kept.code, 0, kept.output)
  const { code, output: result } = await spawnAdminCommand({ databaseUrl: database.url, dataDir }, [
    'restore',
    kept.output.split('\n')[0]!,
  ])
  assert.match(result, /Restored\.\nNo problems found: 1 people/)
  assert.equal(code, 0)
  assert.deepEqual(await queryOnNewConnection(database.url, 'select email from users'), [
    { email: 'early@example.org' },
  ])
  // A migration that is newer than the backup added this column.
  assert.deepEqual(await queryOnNewConnection(database.url, 'select age_out_notified_at from profiles'), [])
  assert.equal((await queryOnNewConnection(database.url, 'select from migrations')).length, migrations.length)
  await Promise.all([database.drop(), old.drop()])
  await rm(dataDir, { recursive: true })
})

test('a site restored on another machine contains all acknowledged writes and plays its videos', async () => {
  const cookies = new Map(bob.cookies)
  const { jobs } = await readBackupManifest(made)
  const ground = await createTestEnvironment()
  const { code, output: result } = await spawnAdminCommand(
    { databaseUrl: ground.database.url, dataDir: ground.dataDir },
    ['restore', made],
  )
  assert.match(result, /Restored\.\nNo problems found: 2 people, 1 items, 4 files/)
  assert.match(result, /The old data is kept: the database schema before_restore_\d+/)
  assert.equal(code, 0)
  await testApp.close()
  testApp = await startTestApp({ ground })

  const back = testApp.anonymousUser()
  for (const [name, value] of cookies) back.cookies.set(name, value)
  assert.equal((await back.call(getSession, {})).me, null, 'a session may have ended since: all have')
  await back.call(signIn, { body: { email: 'bob@example.com', password: validPassword, remember: true } })
  assert.equal((await back.call(getSession, {})).me?.id, bob.id)
  const { items } = await back.call(listComments, { params: { id: video.id }, query: {} })
  assert.deepEqual(items.map(({ body }) => body).toSorted(), answered.comments)
  const { likes_count } = await db.selectFrom('content').select('likes_count').executeTakeFirstOrThrow()
  assert.ok(likes_count >= answered.likes)
  const bytes = await back.fetch(`/media/${video.playback_id}/0/240p/a.m4s`)
  assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), fakeSegmentContent)
  const waiting = await queryOnNewConnection<{ name: string }>(
    ground.database.url,
    'select name from pgboss.job',
  )
  assert.equal(waiting.length, jobs.rows)
  assert.ok(
    waiting.some(({ name }) => name === 'confirm-email'),
    'jobs that were queued during the backup are queued again',
  )

  const { output: gone } = await spawnAdminCommand(
    { databaseUrl: ground.database.url, dataDir: ground.dataDir },
    ['forget-old-data'],
  )
  assert.match(gone, /^Removed: before_restore_\d+/)
  assert.ok(!existsSync(join(ground.dataDir, 'restore-under-way.json')))
})
