import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { announceRemoval, withStorageWrite } from '#server/platform/storage/storage-writes.ts'
import { setStorage, storage } from '#server/platform/storage/storage.ts'
import { removeAbandonedFiles } from '#server/operations/sweep/remove-abandoned-files.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { eraseDeletedContent } from '#server/uploads/erase-content.ts'
import { startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'
import { startS3ServerForSuite, createLocalS3Settings } from '#tests/support/servers/s3-server.ts'

const bucket = await startS3ServerForSuite()
for (const [name, env] of [
  ['disk', {}],
  ['bucket', createLocalS3Settings(bucket.port)],
] as const)
  test(`storage writes on a ${name}`, (suite) => testStorage(suite, env))

async function testStorage(suite: TestContext, env: Record<string, string>): Promise<void> {
  const app = await startPipelineTestApp({ env })
  suite.after(() => app.close())
  const ada = await app.join('ada')
  // A bucket refuses requests whose time differs by more than a quarter of an hour.
  const skewMs = env['S3_BUCKET'] ? 14 * 60_000 : 48 * 3600_000
  let count = 0
  const avatarKey = () => `avatars/${ada}/${(count += 1).toString(16).padStart(24, '0')}.webp`
  const write = (key: string) => ({ owner: `avatars/${ada}`, prefixes: [key] })
  const publish = (key: string, complete: (tx: Tx) => Promise<void>) =>
    transaction(async (tx) => {
      await complete(tx)
      await sql`update profiles set avatar_url = ${`/${key}`} where user_id = ${ada}`.execute(tx)
    })

  await suite.test('refuses to publish files whose lease has expired and that were deleted', async () => {
    const key = avatarKey()
    await assert.rejects(
      withStorageWrite(write(key), async ({ complete }) => {
        await storage.putBytes(key, Buffer.from('picture'))
        await expireLeases()
        await removeAbandonedFiles()
        assert.equal(await storage.stat(key), null)
        // The process wakes up and stores another file.
        await storage.putBytes(key, Buffer.from('picture'))
        await publish(key, complete)
      }),
      /lease had expired/,
    )
    await expireLeases()
    await removeAbandonedFiles()
    assert.equal(await storage.stat(key), null, 'the late file is deleted too')
    assert.deepEqual(await listWrites(), [])
  })

  await suite.test(
    'keeps files while their process is alive, whatever the clock of the sweep shows',
    async (t) => {
      const key = avatarKey()
      await withStorageWrite(write(key), async ({ complete }) => {
        await storage.putBytes(key, Buffer.from('picture'))
        t.mock.timers.enable({ apis: ['Date'], now: Date.now() + skewMs })
        await removeAbandonedFiles()
        await sweepFiles()
        t.mock.timers.reset()
        assert.ok(await storage.stat(key))
        await publish(key, complete)
      })
      await removeAbandonedFiles()
      assert.ok(await storage.stat(key))
    },
  )

  await suite.test(
    'keeps a published file although an earlier process has died while it stored it',
    async () => {
      const key = avatarKey()
      await transaction((tx) => announceRemoval(tx, write(key), -1))
      await withStorageWrite(write(key), async ({ complete }) => {
        await storage.putBytes(key, Buffer.from('picture'))
        await removeAbandonedFiles()
        assert.ok(await storage.stat(key), 'another process is storing the same file')
        await publish(key, complete)
      })
      await removeAbandonedFiles()
      assert.ok(await storage.stat(key))
      assert.deepEqual(await listWrites(), [])
    },
  )

  await suite.test('deletes a file that a process stores while the sweep is deleting its files', async () => {
    const key = avatarKey()
    const real = storage
    const removed = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    setStorage({
      ...real,
      async remove(prefix) {
        await real.remove(prefix)
        removed.resolve()
        await released.promise
      },
    })
    await storage.putBytes(key, Buffer.from('picture'))
    let sweeping: Promise<unknown> | undefined
    await assert.rejects(
      withStorageWrite(write(key), async ({ complete }) => {
        await expireLeases()
        sweeping = removeAbandonedFiles()
        await removed.promise
        await storage.putBytes(key, Buffer.from('picture'))
        await publish(key, complete)
      }),
      /lease had expired/,
    )
    released.resolve()
    await sweeping
    setStorage(real)
    await expireLeases()
    await removeAbandonedFiles()
    assert.equal(await storage.stat(key), null)
    assert.deepEqual(await listWrites(), [])
  })

  await suite.test('tries again if the storage fails, and remembers since when', async () => {
    const key = avatarKey()
    await storage.putBytes(key, Buffer.from('picture'))
    await transaction((tx) => announceRemoval(tx, write(key), -1))
    const since = new Date('2026-01-01')
    await db.updateTable('storage_writes').set({ created_at: since }).execute()
    const real = storage
    setStorage({ ...real, remove: () => Promise.reject(new Error('the storage is full')) })
    await removeAbandonedFiles()
    setStorage(real)
    const left = await db.selectFrom('storage_writes').select('created_at').execute()
    assert.deepEqual(left, [{ created_at: since }])
    await removeAbandonedFiles()
    assert.ok(await storage.stat(key), 'it waits before it tries again')
    await expireLeases()
    await removeAbandonedFiles()
    assert.equal(await storage.stat(key), null)
  })

  await suite.test(
    'deletes all files of a deleted item, even if a worker stores another one later',
    async () => {
      const { id, playback_id } = await insertItem(ada, 'erased-film')
      const owner = `media/${playback_id}`
      const files = () => Array.fromAsync(storage.list(owner))
      await storage.putBytes(`${owner}/1/240p/init.mp4`, Buffer.from('init'))
      await assert.rejects(
        withStorageWrite({ owner, prefixes: [`${owner}/1/360p`] }, async ({ complete }) => {
          await storage.putBytes(`${owner}/1/360p/init.mp4`, Buffer.from('init'))
          await db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', id).execute()
          await expireLeases()
          await removeAbandonedFiles()
          await eraseDeletedContent({ contentId: id })
          assert.deepEqual(await files(), [])
          await storage.putBytes(`${owner}/1/360p/seg_00001.m4s`, Buffer.from('segment'))
          await transaction(complete)
        }),
        /lease had expired/,
      )
      await expireLeases()
      await removeAbandonedFiles()
      assert.deepEqual(await files(), [])
      assert.deepEqual(await listWrites(), [])
    },
  )

  await suite.test('never deletes a published file while leases expire during the publication', async () => {
    const over = new AbortController()
    const sweeping = (async () => {
      for (; !over.signal.aborted; await pause(25 * Math.random())) {
        await expireLeases()
        await removeAbandonedFiles()
      }
    })()
    let published = 0
    let refused = 0
    for (let nth = 0; nth < 60 || (nth < 600 && (published === 0 || refused === 0)); nth += 1) {
      const key = avatarKey()
      const isPublished = await withStorageWrite(write(key), async ({ complete }) => {
        await storage.putBytes(key, Buffer.from('picture'))
        await publish(key, complete)
      }).then(
        () => true,
        () => false,
      )
      if (isPublished) published += 1
      else refused += 1
      const { avatar_url } = await db.selectFrom('profiles').select('avatar_url').executeTakeFirstOrThrow()
      if (avatar_url) assert.ok(await storage.stat(avatar_url.slice(1)), 'the current avatar exists')
    }
    over.abort()
    await sweeping
    assert.ok(published > 0 && refused > 0, `${published} published, ${refused} refused`)
  })

  async function listWrites() {
    return db.selectFrom('storage_writes').select(['owner', 'is_removal']).execute()
  }
}

/** Lets all processes that are storing files appear dead. */
async function expireLeases(): Promise<void> {
  await sql`update storage_writes set lease_until = '-infinity' where not is_removal`.execute(db)
}

const steps = [
  'start',
  'announced',
  'stored 1',
  'stored 2',
  'stored 3',
  'completed',
  'published',
  'committed',
]

test('after kill -9 at any step, the files are either published or deleted without a walk', async (t) => {
  const app = await startPipelineTestApp()
  t.after(() => app.close())
  const ada = await app.join('ada')
  for (const step of steps) {
    const { id, playback_id } = await insertItem(ada, step.replaceAll(' ', '-'))
    const child = fork(new URL('../../support/processes/storage-write-process.ts', import.meta.url), [
      app.databaseUrl,
      app.dataDir,
      id,
      playback_id,
      step,
    ])
    assert.deepEqual((await once(child, 'message'))[0], step)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expireLeases()
    // The connection of the killed process can still hold its locks for a moment.
    await waitUntil(async () => {
      await removeAbandonedFiles()
      return (await db.selectFrom('storage_writes').select('id').execute()).length === 0
    })
    const { cover_url } = await db
      .selectFrom('content')
      .select('cover_url')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const files = (await app.files()).filter((path) => path.includes(playback_id))
    assert.equal(cover_url !== null, step === 'committed', step)
    assert.equal(files.length, step === 'committed' ? 3 : 0, step)
    if (cover_url) assert.ok(existsSync(join(app.dataDir, 'files', cover_url)))
  }
})

async function insertItem(userId: string, playback_id: string) {
  return db
    .insertInto('content')
    .values({
      user_id: userId,
      title: 'x',
      description: '',
      genre: 'pop',
      content_type: 'music_video',
      visibility: 'public',
      rating: 'all',
      playback_id,
    })
    .returning(['id', 'playback_id'])
    .executeTakeFirstOrThrow()
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 10_000
  while (!(await isTrue())) {
    assert.ok(Date.now() < until, 'waited for 10 s')
    await pause(20)
  }
}
