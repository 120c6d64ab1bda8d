import assert from 'node:assert/strict'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { after, before } from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import { type PipelineTestApp, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'

let app: PipelineTestApp
let ada: string
before(async () => {
  app = await startPipelineTestApp()
  ada = await app.join('ada')
})
after(() => app.close())
const hours = (count: number) => new Date(Date.now() - count * 3600_000)
const randomId = '01a00000-0000-7000-8000-00000000abcd'

/** Creates a file of this age at the path where the storage would create it. */
async function putOrphan(key: string, age: number): Promise<string> {
  const path = join(app.dataDir, 'files', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'what a crash has left')
  await utimes(path, hours(age), hours(age))
  return path
}

async function createPublished() {
  const { contentId } = await app.send(ada, await makeTestPatternClip('avi', { seconds: 1 }), 'clip.avi')
  await transcodeContent({ contentId }, { signal: new AbortController().signal })
  return db.selectFrom('content').selectAll().where('id', '=', contentId).executeTakeFirstOrThrow()
}

test('the file sweep deletes files over an hour old that have no database row, and keeps all others', async () => {
  const { id, playback_id: video } = await createPublished()
  const cover = `media/${video}/cover/${'e'.repeat(24)}`
  for (const name of [`${cover}.webp`, `${cover}.480.webp`]) await putOrphan(name, 5)
  await db
    .updateTable('content')
    .set({ cover_url: `/${cover}.webp` })
    .where('id', '=', id)
    .execute()
  const known = await app.files()
  for (const path of known) await utimes(path, hours(5), hours(5))
  const lost = [
    `uploads/${randomId}`,
    `uploads/${randomId}.info`,
    `avatars/${ada}/${'a'.repeat(24)}.webp`,
    `avatars/${randomId}/${'b'.repeat(24)}.webp`,
    `exports/${ada}/${randomId}.zip`,
    `exports/${ada}/${randomId}.zip.${randomId}.part`,
    'media/nobodys-film-0000000000/1/240p/index.m3u8',
    `media/${video}/cover/${'c'.repeat(24)}.webp`,
    `media/${video}/cover/${'c'.repeat(24)}.480.webp`,
    `media/${video}/0/240p/seg_00001.m4s`,
    `media/${video}/1/240p.${randomId}.part/init.mp4`,
  ]
  const old = await Promise.all(lost.map((key) => putOrphan(key, 2)))
  const young = await putOrphan(`media/${video}/cover/${'d'.repeat(24)}.webp`, 0.9)
  await sweepFiles()
  const now = await app.files()
  assert.deepEqual(
    old.filter((path) => now.includes(path)),
    [],
  )
  assert.deepEqual(now.toSorted(), [...known, young].toSorted())
})

test('the file sweep deletes nothing if most files have no database row, because the database may belong to another site', async () => {
  const many = Array.from({ length: 101 }, (_, n) =>
    putOrphan(`media/film-of-another-site-${1000 + n}/1/poster.webp`, 9),
  )
  const paths = await Promise.all(many)
  await sweepFiles()
  const now = new Set(await app.files())
  assert.ok(paths.every((path) => now.has(path)))
})
