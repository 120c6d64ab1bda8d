import { categoryRows } from '#contract/discovery/category-rows.ts'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { categories, categoryNames } from '#contract/discovery/categories.ts'
import { getCategory } from '#contract/discovery/category-pages.ts'
import { genres } from '#contract/content/genres.ts'
import type { UploadType } from '#contract/content/content-types.ts'
import { createUpload, getProcessingStatus, getUpload } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let ada: TestUser
let nobody: TestUser
let clip: Buffer
before(async () => {
  testApp = await startTestApp()
  ada = (await insertUsers(testApp, 'ada', 1))[0]!
  nobody = testApp.anonymousUser()
  clip = await readFile(
    await createTestClip(undefined, { seconds: 1, width: 160, height: 90, audio: 'none' }),
  )
})
after(() => testApp.close())

/** The specification's request body, which names neither the file nor its size. */
function announce(title: string, type: UploadType = 'music', genre = '') {
  const body = { title, description: '', content_type: type, genre, user_id: ada.id }
  return ada.call(createUpload, { body })
}

async function send(uploadURL: string, bytes: Buffer, name = 'clip.mp4') {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const response = await ada.fetch(new URL(uploadURL).pathname, { method: 'POST', body: form })
  const { error } = (await response.json()) as { error?: { title: string; detail: string } }
  return `${response.status}${error ? ` ${error.title} / ${error.detail}` : ''}`
}

async function markAsPlayable(contentIds: string[]): Promise<void> {
  const values = { stream_status: 'ready', stream_url: '/media/none/master.m3u8' } as const
  await db.updateTable('content').set(values).where('id', 'in', contentIds).execute()
}

const rowOf = (contentId: string) =>
  db.selectFrom('uploads').selectAll().where('content_id', '=', contentId).executeTakeFirst()

test('videos uploaded with the API calls in the specification fill every row of every category page', async () => {
  const rows = categoryNames.flatMap((name) =>
    categoryRows[name].flatMap(({ title, words }) => (words ? [{ name, title, words }] : [])),
  )
  const chosen = rows.map(({ name, title, words }) => {
    const type = categories[name].upload
    const genre = genres[type].find((one) => words.some((word) => one.toLowerCase().includes(word)))!
    return { name, row: title, type, genre, title: `${type} ${genre}` }
  })
  const uploads: { streamId: string; contentId: string }[] = []
  for (const { title, type, genre } of new Map(chosen.map((one) => [one.title, one])).values()) {
    const { uploadURL, ...upload } = await announce(title, type, genre)
    assert.equal(await send(uploadURL, clip), '200', title)
    uploads.push(upload)
  }
  const { rows: jobs } = await sql<{ id: string }>`select data->>'contentId' as id from pgboss.job
    where name = 'process'`.execute(db)
  assert.deepEqual(jobs.map(({ id }) => id).toSorted(), uploads.map(({ contentId }) => contentId).toSorted())
  // Transcodes only the first upload, because each transcode takes a second of CPU time. The test marks the
  // other uploads, which have the same file, as playable.
  const [first, ...others] = uploads
  await transcodeContent({ contentId: first!.contentId }, { signal: new AbortController().signal })
  const { ready, state } = await ada.call(getProcessingStatus, { params: { streamId: first!.streamId } })
  assert.deepEqual([ready, state], [true, 'ready'])
  await markAsPlayable(others.map(({ contentId }) => contentId))
  for (const { name, row, title } of chosen) {
    const page = await nobody.call(getCategory, { params: { category: name } })
    const titles = page.rows.find((one) => one.title === row)?.items.map((item) => item.title)
    assert.ok(titles?.includes(title), `${title} in ${name}: ${row}`)
  }
})

test('an upload without a declared name and size gets both from the uploaded file', async () => {
  const { uploadURL, contentId } = await announce('Harbour')
  const id = uploadURL.split('/').at(-1)!
  const announced = await ada.call(getUpload, { params: { id } })
  assert.deepEqual([announced.file_name, announced.file_size, announced.offset], ['', null, 0])
  assert.equal(await send(uploadURL, clip, 'Harbour 2.MP4'), '200')
  const row = await rowOf(contentId)
  assert.deepEqual([row?.file_name, row?.file_size, row?.is_declared], ['Harbour 2.MP4', clip.length, true])
})

test('the file of an upload without a declared name and size is validated on arrival', async () => {
  const format = '422 Unsupported format / Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV'
  const wrong: [Buffer, string, string][] = [
    [clip, 'clip.exe', format],
    [clip, 'clip', format],
    [Buffer.from('<html>'.padEnd(9000)), 'clip.mp4', format],
    [Buffer.from('<html>'), 'clip.mp4', format],
    [Buffer.alloc(0), 'clip.mp4', '400 Video required / Select a video file.'],
  ]
  const keys = () => Array.fromAsync(storage.list('uploads'))
  const known = new Set(await keys())
  for (const [bytes, name, expected] of wrong) {
    const { uploadURL, contentId } = await announce('Harbour')
    assert.equal(await send(uploadURL, bytes, name), expected)
    assert.equal(await rowOf(contentId), undefined)
  }
  const { uploadURL, contentId } = await announce('Harbour')
  // The limit for a story is 300 MB. The test lowers the limit of this upload instead of sending 300 MB.
  const limit = clip.length - 1
  await db.updateTable('uploads').set({ file_size: limit }).where('content_id', '=', contentId).execute()
  assert.match(await send(uploadURL, clip), /^422 Upload failed/)
  assert.equal(await rowOf(contentId), undefined)
  assert.deepEqual(
    (await keys()).filter((key) => !known.has(key)),
    [],
  )
})

test('an upload without a declared name and size cannot be sent in parts, but can be cancelled', async () => {
  const { uploadURL, contentId } = await announce('Harbour')
  const path = new URL(uploadURL).pathname
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  assert.equal((await ada.fetch(path, { method: 'HEAD', headers })).status, 422)
  const patched = await ada.fetch(path, { method: 'PATCH', headers, body: new Uint8Array(clip) })
  assert.match(await patched.text(), /Create the upload with file_name and file_size/)
  assert.equal((await ada.fetch(path, { method: 'DELETE', headers })).status, 204)
  assert.equal(await rowOf(contentId), undefined)
})

test('the declared name, size and genre of an upload are checked before any bytes are sent', async () => {
  const body = { title: 'Harbour', content_type: 'story' as const }
  const announceError = (more: object) =>
    expectApiError(ada.call(createUpload, { body: { ...body, ...more } }))
  assert.match(await announceError({ file_name: 'a.exe' }), /^422 Unsupported format/)
  assert.match(
    await announceError({ file_size: 301 * 2 ** 20 }),
    /^413 File too large \/ Max for story is 300MB/,
  )
  assert.match(await announceError({ file_size: 0 }), /^400 Video required/)
  for (const genre of ['Acting', 'Events']) assert.match(await announceError({ genre }), /^422 Unknown genre/)
})
