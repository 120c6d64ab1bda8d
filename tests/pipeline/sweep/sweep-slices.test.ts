import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { setStorage, storage } from '#server/platform/storage/storage.ts'
import { sweepFiles, sweepLimits } from '#server/operations/sweep/sweep-files.ts'
import { startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'
import { startS3ServerForSuite, createLocalS3Settings } from '#tests/support/servers/s3-server.ts'

const bucket = await startS3ServerForSuite()
for (const [name, env] of [
  ['disk', {}],
  ['bucket', createLocalS3Settings(bucket.port)],
] as const)
  test(`the file sweep on a ${name}`, (suite) => testSlices(suite, env))

const hourMs = 3600_000
/** The names sort differently with and without the slash of their folder. */
const names = Array.from({ length: 24 }, (_, n) => ['film', 'film-', 'film.b', 'Film'][n % 4] + `${n >> 2}`)

async function testSlices(suite: TestContext, env: Record<string, string>): Promise<void> {
  const app = await startPipelineTestApp({ env })
  suite.after(() => app.close())
  const ada = await app.join('ada')
  const visited: string[] = []
  let hold: { reached(): void; until: Promise<void> } | undefined
  const real = storage
  setStorage({
    ...real,
    async *walk(...args) {
      const held = hold
      if (held && args[0] === 'media') {
        held.reached()
        await held.until
      }
      for await (const file of real.walk(...args)) {
        visited.push(file.key)
        yield file
      }
    },
  })
  const previous = { ...sweepLimits }
  suite.after(() => Object.assign(sweepLimits, previous))
  const later = () => Date.now() + 2 * hourMs

  await suite.test('visits every object once in several runs, and deletes exactly the orphans', async () => {
    for (const name of names) {
      await insertItem(ada, name)
      for (const file of ['cover/a.webp', 'cover/a.480.webp', 'cover/b.webp', '1/240p/init.mp4'])
        await storage.putBytes(`media/${name}/${file}`, Buffer.from(file))
    }
    await sweepFiles() // measures the walk: all files are too young to be deleted
    Object.assign(sweepLimits, { minObjects: 30, runsPerWalk: 4, firstNamesPerRange: 1 })
    let runs = 0
    const left = async () => (await Array.fromAsync(storage.list('media'))).toSorted()
    do {
      const before = visited.length
      await sweepFiles(later())
      assert.ok(visited.length - before < 80, 'a run visits only a part')
      runs += 1
    } while ((await readCursor()) !== null)
    assert.ok(runs >= 3, `${runs} runs`)
    assert.deepEqual(
      await left(),
      names.flatMap((name) => [`media/${name}/cover/a.480.webp`, `media/${name}/cover/a.webp`]).toSorted(),
    )
  })

  await suite.test('lets only one of several processes walk at the same time', async () => {
    await db.updateTable('storage_sweeps').set({ cursor: null }).execute()
    Object.assign(sweepLimits, previous)
    const reached = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    hold = { reached: reached.resolve, until: released.promise }
    const first = sweepFiles(later())
    await reached.promise
    visited.length = 0
    await sweepFiles(later())
    assert.deepEqual(visited, [])
    hold = undefined
    released.resolve()
    await first
    assert.equal(new Set(visited).size, 2 * names.length)
  })

  await suite.test('deletes nothing in any run if the database belongs to another site', async () => {
    await db.deleteFrom('content').where('playback_id', 'not like', 'film-%').execute()
    await db.deleteFrom('erased_files').execute()
    const before = await Array.fromAsync(storage.list('media'))
    Object.assign(sweepLimits, { minObjects: 6, runsPerWalk: 1000, firstNamesPerRange: 1 })
    for (let runs = 0; runs === 0 || (await readCursor()) !== null; runs += 1) await sweepFiles(later())
    assert.deepEqual(await Array.fromAsync(storage.list('media')), before)
  })

  async function readCursor(): Promise<string | null> {
    const row = await db
      .selectFrom('storage_sweeps')
      .select('cursor')
      .where('folder', '=', 'media')
      .executeTakeFirstOrThrow()
    return row.cursor
  }
}

async function insertItem(user_id: string, playback_id: string): Promise<void> {
  await db
    .insertInto('content')
    .values({
      user_id,
      title: 'x',
      description: '',
      genre: 'pop',
      content_type: 'music_video',
      visibility: 'public',
      rating: 'all',
      playback_id,
      cover_url: `/media/${playback_id}/cover/a.webp`,
    })
    .execute()
}
