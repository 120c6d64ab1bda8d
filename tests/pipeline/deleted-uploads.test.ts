import assert from 'node:assert/strict'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { deleteOwnContent } from '#server/content/delete-content.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { eraseDeletedContent } from '#server/uploads/erase-content.ts'
import { getUploadStorageKey } from '#server/uploads/upload-storage-keys.ts'
import { withUploadLock } from '#server/uploads/upload-locks.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import {
  type PipelineTestApp,
  startPipelineTestApp,
  createTestUserHeaders,
} from '#tests/support/app/pipeline-test-app.ts'

const quota = 20_000
const env = { QUOTA_GB: String(quota / 1024 ** 3) }
let app: PipelineTestApp
let ada: string
let member: Member
before(async () => {
  app = await startPipelineTestApp({ env })
  ada = await app.join('ada')
  member = { kind: 'member', id: ada } as Member
})
after(() => app.close())
const video = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1'),
  Buffer.alloc(9000),
])

async function announce(size: number) {
  const body = { title: 'Harbour', content_type: 'music', file_name: 'a.mp4', file_size: size }
  const headers = createTestUserHeaders(ada, { 'content-type': 'application/json' })
  const response = await fetch(`${app.url}/api/uploads`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { uploadURL, contentId } = (await response.json()) as { uploadURL: string; contentId: string }
  return { status: response.status, uploadURL, contentId, id: uploadURL?.slice(-36) }
}

const patching = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}

async function sendHalf() {
  const announced = await announce(15_000)
  assert.equal(announced.status, 201)
  const headers = createTestUserHeaders(ada, patching)
  assert.equal((await fetch(announced.uploadURL, { method: 'PATCH', headers, body: video })).status, 204)
  return announced
}

test('deleting an unfinished upload removes both its bytes and its row', async () => {
  const { contentId, uploadURL } = await sendHalf()
  assert.equal((await app.files()).length, 1)
  await deleteOwnContent(member, contentId)
  const { rows } =
    await sql`select 1 from pgboss.job where name = 'erase-content' and data->>'contentId' = ${contentId}`.execute(
      db,
    )
  assert.equal(rows.length, 1, 'a job will erase it')
  assert.equal(
    (await fetch(uploadURL, { method: 'HEAD', headers: createTestUserHeaders(ada, patching) })).status,
    404,
  )
  await eraseDeletedContent({ contentId })
  assert.deepEqual(await app.files(), [])
  assert.equal(await db.selectFrom('uploads').select('id').executeTakeFirst(), undefined)
})

test('a deleted upload counts toward the quota until its bytes are deleted', async () => {
  const { contentId } = await sendHalf()
  await deleteOwnContent(member, contentId)
  assert.equal((await announce(15_000)).status, 413)
  await eraseDeletedContent({ contentId })
  const { status, contentId: next } = await announce(15_000)
  assert.equal(status, 201)
  await deleteOwnContent(member, next)
  await eraseDeletedContent({ contentId: next })
})

test('erasing an upload aborts its ongoing transfer', async () => {
  const { contentId, uploadURL } = await announce(15_000)
  const sending = request(uploadURL, { method: 'PATCH', headers: createTestUserHeaders(ada, patching) })
  const ended = new Promise((resolve) => sending.once('close', resolve))
  sending.on('error', () => {})
  sending.on('response', (response) => response.resume())
  sending.write(video)
  await waitUntil(async () => (await app.files()).length === 1)
  await deleteOwnContent(member, contentId)
  await eraseDeletedContent({ contentId })
  await ended
  assert.deepEqual(await app.files(), [])
})

test('if an upload is erased while a form request waits for the upload lock, the request writes nothing', async () => {
  const { contentId, uploadURL, id } = await announce(video.length)
  const form = new FormData()
  form.set('file', new Blob([video]), 'a.mp4')
  let posting: Promise<Response> | undefined
  const waits = Promise.withResolvers<void>()
  await withUploadLock(getUploadStorageKey(id), waits.resolve, async () => {
    posting = fetch(uploadURL, { method: 'POST', headers: createTestUserHeaders(ada), body: form })
    await waits.promise
    await deleteOwnContent(member, contentId)
    await db.deleteFrom('content').where('id', '=', contentId).execute()
  })
  assert.equal((await posting!).status, 404)
  await sweepFiles(Date.now() + 2 * 3600_000)
  assert.deepEqual(await app.files(), [])
})

test('the file sweep removes the files of all deleted uploads, however many there are', async () => {
  const old = new Date(Date.now() - 5 * 3600_000)
  const folder = join(app.dataDir, 'files', 'uploads')
  await mkdir(folder, { recursive: true })
  for (let n = 0; n < 120; n += 1) {
    const item = await db
      .insertInto('content')
      .values({
        user_id: ada,
        title: 'x',
        description: '',
        genre: 'pop',
        content_type: 'music_video',
        visibility: 'public',
        rating: 'all',
        playback_id: `left-behind-${1000 + n}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('uploads')
      .values({ content_id: item.id, user_id: ada, file_name: 'a.mp4', file_size: 10 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const path of [
      join(folder, id),
      join(app.dataDir, 'files', 'media', `left-behind-${1000 + n}`, 'x.webp'),
    ]) {
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, 'left')
      await utimes(path, old, old)
    }
  }
  await db.deleteFrom('content').execute()
  await sweepFiles()
  assert.deepEqual(await app.files(), [])
})

test('the file sweep removes partial upload files that a killed process left behind', async () => {
  const id = '0198f000-0000-7000-8000-00000000abcd'
  const path = join(app.dataDir, 'files', 'uploads', `${id}.1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed.part`)
  await mkdir(join(app.dataDir, 'files', 'uploads'), { recursive: true })
  await writeFile(path, video)
  const old = new Date(Date.now() - 2 * 3600_000)
  await utimes(path, old, old)
  await sweepFiles()
  assert.deepEqual(await app.files(), [])
})
