import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { appendFile, readFile, rm, utimes } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import test from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { getUploadStore as uploadBytes } from '#server/uploads/upload-store.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { withUploadLock } from '#server/uploads/upload-locks.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { sweepUploads } from '#server/uploads/sweep-uploads.ts'
import { testUserHeaders, openPipelineApp } from '#tests/support/app/pipeline-app.ts'

const { url, dataDir, databaseUrl, join: joins, files } = await openPipelineApp()
const ada = await joins('ada')
const mallory = await joins('mallory')

/** These bytes start like an MP4. Upload validation checks nothing else. */
function makeFile(size: number): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
  return Buffer.concat([head, randomBytes(size - head.length)])
}

async function announce(size: number, more: Record<string, unknown> = {}, who = ada) {
  const body = { title: 'Harbour', content_type: 'music', genre: 'Pop', file_name: 'a.mp4', file_size: size }
  const response = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: testUserHeaders(who, { 'content-type': 'application/json' }),
    body: JSON.stringify({ ...body, ...more }),
  })
  return { status: response.status, body: await response.json() }
}

async function announced(size: number, who = ada) {
  const { status, body } = await announce(size, {}, who)
  assert.equal(status, 201, JSON.stringify(body))
  return body as { uploadURL: string; contentId: string; streamId: string }
}

const tus = { 'tus-resumable': '1.0.0' }

function patch(uploadURL: string, offset: number, body: Buffer | string, who = ada) {
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
  return fetch(uploadURL, {
    method: 'PATCH',
    headers: testUserHeaders(who, { ...tus, ...type }),
    body: body as BodyInit,
  })
}

async function offsetOf(uploadURL: string, who = ada): Promise<number> {
  const response = await fetch(uploadURL, { method: 'HEAD', headers: testUserHeaders(who, tus) })
  assert.equal(response.status, 200)
  return Number(response.headers.get('upload-offset'))
}

function draft(contentId: string) {
  return db
    .selectFrom('content')
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['content.stream_status', 'streams.state', 'uploads.id', 'completed_at', 'demuxer', 'genre'])
    .where('content.id', '=', contentId)
    .executeTakeFirst()
}

async function jobsFor(contentId: string): Promise<number> {
  const { rows } =
    await sql`select 1 from pgboss.job where name = 'process' and data->>'contentId' = ${contentId}`.execute(
      db,
    )
  return rows.length
}

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const stored = async (id: string) => sha(await readFile(join(dataDir, 'files', 'uploads', id)))

/** Deletes all uploads to free ada's three upload slots. */
async function tidy(): Promise<void> {
  await db.deleteFrom('content').execute()
  for (const file of await files()) await rm(file)
}

test('resumes a broken upload where it stopped', async () => {
  const bytes = makeFile(900_000)
  const { uploadURL, contentId } = await announced(bytes.length)
  await sendAndBreak(uploadURL, bytes, 500_000)
  const offset = await offsetOf(uploadURL)
  assert.ok(offset > 0 && offset <= 500_000, `${offset} bytes have arrived`)
  assert.equal((await patch(uploadURL, offset, bytes.subarray(offset))).status, 204)

  const row = await draft(contentId)
  assert.equal(row?.state, 'received')
  assert.equal(row.stream_status, 'received')
  assert.equal(row.demuxer, 'mov')
  assert.equal(row.genre, 'pop')
  assert.equal(await stored(row.id), sha(bytes))
  assert.equal(await jobsFor(contentId), 1)
  await tidy()
})

test('a repeated request to finish an upload changes nothing', async () => {
  const bytes = makeFile(10_000)
  const { uploadURL, contentId } = await announced(bytes.length)
  await patch(uploadURL, 0, bytes)
  assert.equal(await offsetOf(uploadURL), bytes.length)
  assert.equal((await patch(uploadURL, 0, bytes)).status, 409)
  assert.equal(await jobsFor(contentId), 1)
  await tidy()
})

test('the next HEAD finishes an upload if the server was killed after the last byte', async () => {
  const bytes = makeFile(10_000)
  const { uploadURL, contentId } = await announced(bytes.length)
  await patch(uploadURL, 0, bytes.subarray(0, 9000))
  await appendFile(join(dataDir, 'files', 'uploads', (await draft(contentId))!.id), bytes.subarray(9000))
  assert.equal(await offsetOf(uploadURL), bytes.length)
  assert.equal((await draft(contentId))?.state, 'received')
  await tidy()
})

test('the upload status gives the offset at which to resume', async () => {
  const { uploadURL, contentId, streamId } = await announced(10_000)
  await patch(uploadURL, 0, makeFile(10_000).subarray(0, 5000))
  const response = await fetch(`${uploadURL}/state`, { headers: testUserHeaders(ada) })
  const expected = { uploadURL, contentId, streamId, file_name: 'a.mp4', file_size: 10_000 }
  assert.deepEqual(await response.json(), { ...expected, offset: 5000, complete: false })
  assert.equal((await fetch(`${uploadURL}/state`, { headers: testUserHeaders(mallory) })).status, 404)
  await tidy()
})

test('accepts the whole file as a multipart form, as the specification’s client sends it', async () => {
  const bytes = makeFile(3_000_000)
  const { uploadURL, contentId, streamId } = await announced(bytes.length)
  const form = new FormData()
  form.set('note', 'not the file')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.mp4')
  const response = await fetch(uploadURL, { method: 'POST', headers: testUserHeaders(ada), body: form })
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { contentId, streamId })
  const row = await draft(contentId)
  assert.equal(row?.state, 'received')
  assert.equal(await stored(row.id), sha(bytes))
  await tidy()
})

test('a form upload that loses the upload lock before its body is read gets an error', async () => {
  const { uploadURL, contentId } = await announced(10_000)
  const key = `uploads/${(await draft(contentId))!.id}`
  const store = uploadBytes()
  const { begin } = store
  let other: Promise<unknown> | undefined
  store.begin = async (...given) => {
    // Another request asks the form upload to release the upload lock and waits for the lock.
    other = withUploadLock(
      key,
      () => {},
      async () => {},
    )
    return begin(...given)
  }
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(makeFile(10_000))]), 'a.mp4')
  const response = await fetch(uploadURL, {
    method: 'POST',
    headers: testUserHeaders(ada),
    body: form,
  }).finally(() => (store.begin = begin))
  assert.equal(response.status, 409)
  await other
  await tidy()
})

test('a form upload changes nothing if another request has completed the upload first', async () => {
  const bytes = makeFile(10_000)
  const { uploadURL, contentId } = await announced(bytes.length)
  const { id } = (await draft(contentId))!
  const form = () => {
    const made = new FormData()
    made.set('file', new Blob([new Uint8Array(bytes)]), 'a.mp4')
    return { method: 'POST', headers: testUserHeaders(ada), body: made }
  }
  const waits = Promise.withResolvers<void>()
  let late: Promise<Response> | undefined
  await withUploadLock(`uploads/${id}`, waits.resolve, async () => {
    late = fetch(uploadURL, form())
    await waits.promise
    await db.updateTable('uploads').set({ completed_at: new Date() }).where('id', '=', id).execute()
    await storage.putBytes(`uploads/${id}`, new Uint8Array(bytes))
  })
  assert.equal((await errorOf(await late!)).code, 'upload_complete')
  assert.equal(await stored(id), sha(bytes))
  await tidy()
})

test('a form upload that waited while a PATCH completed the upload learns that it is complete', async () => {
  const bytes = makeFile(10_000)
  const { uploadURL, contentId } = await announced(bytes.length)
  const { id } = (await draft(contentId))!
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.mp4')
  const store = uploadBytes()
  const { assemble } = store
  let late: Promise<Response> | undefined
  store.assemble = async (...given) => {
    late = fetch(uploadURL, { method: 'POST', headers: testUserHeaders(ada), body: form })
    // Without a delay, the form upload would finish within 500 ms.
    const first = await Promise.race([late.then(() => 'the form'), setTimeout(500, 'the completion')])
    assert.equal(first, 'the completion')
    return assemble(...given)
  }
  const sent = await patch(uploadURL, 0, bytes).finally(() => (store.assemble = assemble))
  assert.equal(sent.status, 204)
  assert.equal((await errorOf(await late!)).code, 'upload_complete')
  assert.equal(await stored(id), sha(bytes))
  await tidy()
})

test('a form upload that starts over is validated from its first byte', async () => {
  const page = Buffer.from('<html></html>'.padEnd(20_000))
  const { uploadURL, contentId } = await announced(page.length)
  assert.equal((await patch(uploadURL, 0, makeFile(page.length).subarray(0, 8000))).status, 204)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(page)]), 'a.mp4')
  const response = await fetch(uploadURL, { method: 'POST', headers: testUserHeaders(ada), body: form })
  assert.equal((await errorOf(response)).code, 'unsupported_format')
  assert.equal(await draft(contentId), undefined)
  assert.deepEqual(await files(), [])
})

test('rejects an empty form upload, or one whose size differs from the declared size, and keeps no bytes', async () => {
  for (const [size, code] of [
    [9_000, 'upload_mismatch'],
    [11_000, 'upload_mismatch'],
    [0, 'video_required'],
  ] as const) {
    const { uploadURL, contentId } = await announced(10_000)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(size === 0 ? [] : makeFile(size))]), 'a.mp4')
    const response = await fetch(uploadURL, { method: 'POST', headers: testUserHeaders(ada), body: form })
    assert.equal((await errorOf(response)).code, code)
    assert.equal(await draft(contentId), undefined)
  }
  assert.deepEqual(await files(), [])
})

test('a file that is not a video is rejected in the request that sends it', async () => {
  const texts = [
    '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
    '<html></html>'.padEnd(20_000),
    'GIF89a'.padEnd(900),
  ]
  for (const text of texts) {
    const { uploadURL, contentId } = await announced(text.length)
    const error = await errorOf(await patch(uploadURL, 0, text))
    assert.equal(error.title, 'Unsupported format')
    assert.equal(error.detail, 'Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV')
    assert.equal(await draft(contentId), undefined)
    assert.equal((await fetch(uploadURL, { method: 'HEAD', headers: testUserHeaders(ada, tus) })).status, 404)
  }
  assert.deepEqual(await files(), [])
})

test('validates the beginning of a file even if its chunks are tiny', async () => {
  const text = 'x'.repeat(6000)
  const { uploadURL, contentId } = await announced(text.length)
  for (let offset = 0; offset < 4000; offset += 1000)
    assert.equal((await patch(uploadURL, offset, text.slice(offset, offset + 1000))).status, 204)
  assert.equal(
    (await errorOf(await patch(uploadURL, 4000, text.slice(4000, 5000)))).code,
    'unsupported_format',
  )
  assert.equal(await draft(contentId), undefined)
})

test('the upload address never returns the uploaded bytes', async () => {
  const bytes = makeFile(10_000)
  const { uploadURL } = await announced(bytes.length)
  await patch(uploadURL, 0, bytes)
  const response = await fetch(uploadURL, { headers: testUserHeaders(ada) })
  assert.equal(response.status, 405)
  assert.ok((await response.text()).length < 300)
  await tidy()
})

test('other users cannot tell that an upload exists', async () => {
  const { uploadURL } = await announced(10_000)
  for (const who of [mallory, undefined]) {
    assert.equal((await fetch(uploadURL, { method: 'HEAD', headers: testUserHeaders(who, tus) })).status, 404)
    const headers = testUserHeaders(who, {
      ...tus,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    })
    assert.equal((await fetch(uploadURL, { method: 'PATCH', headers, body: 'x' })).status, 404)
    assert.equal(
      (await fetch(uploadURL, { method: 'DELETE', headers: testUserHeaders(who, tus) })).status,
      404,
    )
    assert.equal(
      (await fetch(uploadURL, { method: 'POST', headers: testUserHeaders(who), body: new FormData() }))
        .status,
      404,
    )
  }
  assert.equal(await offsetOf(uploadURL), 0)
  const elsewhere = `${url}/api/uploads/not-an-id`
  assert.equal((await fetch(elsewhere, { method: 'HEAD', headers: testUserHeaders(ada, tus) })).status, 404)
  await tidy()
})

test('the owner can cancel the upload', async () => {
  const { uploadURL, contentId } = await announced(10_000)
  await patch(uploadURL, 0, makeFile(10_000).subarray(0, 5000))
  assert.equal((await fetch(uploadURL, { method: 'DELETE', headers: testUserHeaders(ada, tus) })).status, 204)
  assert.equal(await draft(contentId), undefined)
  assert.deepEqual(await files(), [])
})

test('rejects invalid upload requests with the status codes of tus', async () => {
  const bytes = makeFile(10_000)
  const { uploadURL, contentId } = await announced(bytes.length)
  assert.equal((await patch(uploadURL, 5, bytes)).status, 409)
  const headers = testUserHeaders(ada, { ...tus, 'upload-offset': '0', 'upload-length': '5' })
  const type = { 'content-type': 'application/offset+octet-stream' }
  const response = await fetch(uploadURL, {
    method: 'PATCH',
    headers: { ...headers, ...type },
    body: bytes as BodyInit,
  })
  assert.equal(response.status, 422)
  assert.equal((await errorOf(await patch(uploadURL, 0, makeFile(10_001)))).code, 'upload_mismatch')
  assert.equal(await draft(contentId), undefined)
})

test('rejects invalid upload metadata with the specification’s message before any bytes are sent', async () => {
  const wrong: [Record<string, unknown>, number, string, string][] = [
    [{ title: '  ' }, 422, 'Title required', 'Please add a title.'],
    [{ file_name: 'a.exe' }, 422, 'Unsupported format', 'Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV'],
    [{ file_size: 1000 * 2 ** 20 + 1 }, 413, 'File too large', 'Max for music is 1.0GB.'],
    [
      { content_type: 'story', file_size: 300 * 2 ** 20 + 1 },
      413,
      'File too large',
      'Max for story is 300MB.',
    ],
    [{ genre: 'Magic' }, 422, 'Unknown genre', 'Choose a genre from the list.'],
    [{ user_id: mallory }, 403, 'Not allowed', 'This belongs to someone else.'],
    [{ file_size: 0 }, 400, 'Video required', 'Select a video file.'],
  ]
  for (const [more, status, title, detail] of wrong) {
    const refused = await announce(10_000, { genre: '', ...more })
    assert.equal(refused.status, status, title)
    assert.deepEqual([refused.body.error.title, refused.body.error.detail], [title, detail])
  }
  assert.equal((await announce(10_000, { is_featured: true })).status, 422)
  assert.equal((await announce(10_000, {}, '')).status, 401)
  assert.deepEqual(await db.selectFrom('content').select('id').execute(), [])
  assert.deepEqual(await files(), [])
})

test('a user can have three open uploads at most, even if ten start concurrently', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => announce(10_000)))
  assert.equal(all.filter(({ status }) => status === 201).length, 3)
  assert.equal(all.filter(({ status }) => status === 429).length, 7)
  await db
    .updateTable('uploads')
    .set({ touched_at: new Date(Date.now() - 11 * 60_000) })
    .execute()
  assert.equal((await announce(10_000)).status, 201)
  await tidy()
})

test('the total size of a user’s uploads is limited, even if ten start concurrently', async () => {
  loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: url, QUOTA_GB: String(25_000 / 1024 ** 3) })
  try {
    const all = await Promise.all(Array.from({ length: 3 }, () => announce(10_000)))
    assert.deepEqual(all.map(({ status }) => status).toSorted(), [201, 201, 413])
    const { error } = all.find(({ status }) => status === 413)!.body
    assert.equal(error.title, 'Storage limit reached')
    assert.match(error.detail, /^Your videos may have .+ together\. Delete one/)
    const [first, second] = await db.selectFrom('content').select('id').execute()
    assert.equal((await files()).length, 2, 'of what was refused not a byte is there')
    // Unreadable files and deleted videos do not count toward the quota.
    await db.updateTable('streams').set({ state: 'refused' }).where('content_id', '=', first!.id).execute()
    // Marks these uploads as completed. Otherwise, the limit of three open uploads would cause the refusal.
    await db.updateTable('uploads').set({ completed_at: new Date() }).execute()
    assert.equal((await announce(10_000)).status, 201)
    assert.equal((await announce(10_000)).status, 413)
    await db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', second!.id).execute()
    assert.equal((await announce(10_000)).status, 201)
  } finally {
    loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: url })
    await tidy()
  }
})

test('concurrent requests write to an upload one after another', async () => {
  const order: string[] = []
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = withUploadLock('x', ask, async () => {
    begin()
    await asked
    order.push('first')
  })
  await begun
  await withUploadLock(
    'x',
    () => {},
    async () => void order.push('second'),
  )
  await first
  assert.deepEqual(order, ['first', 'second'])
})

test('a request that waits for another process to release the upload lock keeps its own turn', async () => {
  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  await other.query('listen upload_let_go')
  await other.query('select pg_advisory_lock(7274, hashtext($1))', ['y'])
  other.once('notification', () => void other.query('select pg_advisory_unlock_all()'))
  let asked = 0
  await withUploadLock(
    'y',
    () => void (asked += 1),
    async () => {},
  )
  await other.end()
  assert.equal(asked, 0)
})

test('deletes uploads that were idle for a week, and files without a row', async () => {
  await sweepFiles(Date.now() + 2 * 3600_000)
  const old = await announced(10_000)
  const young = await announced(10_000)
  const lost = await announced(10_000)
  const lostId = (await draft(lost.contentId))!.id
  const oldId = (await draft(old.contentId))!.id
  const week = new Date(Date.now() - 7 * 24 * 3600_000 - 1000)
  await db.updateTable('uploads').set({ touched_at: week }).where('id', '=', oldId).execute()
  await db.deleteFrom('content').where('id', '=', lost.contentId).execute()
  await sweepUploads()
  await sweepFiles()
  assert.equal((await files()).length, 2, 'the lost file is younger than an hour')
  const twoHoursAgo = new Date(Date.now() - 2 * 3600_000)
  await utimes(join(dataDir, 'files', 'uploads', lostId), twoHoursAgo, twoHoursAgo)
  await sweepFiles()
  const left = await files()
  assert.deepEqual(left, [join(dataDir, 'files', 'uploads', (await draft(young.contentId))!.id)])
  assert.equal(await draft(old.contentId), undefined)
  await tidy()
})

async function errorOf(response: Response): Promise<{ code: string; title: string; detail: string }> {
  assert.ok(response.status >= 400, `${response.status} is no refusal`)
  return ((await response.json()) as { error: { code: string; title: string; detail: string } }).error
}

/**
 * Starts a PATCH that declares all bytes, sends the first bytes, waits until they are stored, and
 * disconnects.
 */
async function sendAndBreak(uploadURL: string, bytes: Buffer, most: number): Promise<void> {
  const headers = testUserHeaders(ada, {
    ...tus,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes.length),
  })
  const sending = httpRequest(uploadURL, { method: 'PATCH', headers })
  sending.on('error', () => {})
  await new Promise((sent) => sending.write(bytes.subarray(0, most), sent))
  const id = uploadURL.split('/').at(-1)!
  const path = join(dataDir, 'files', 'uploads', id)
  while ((await readFile(path)).length === 0) await new Promise((again) => setImmediate(again))
  const closed = new Promise((done) => sending.once('close', done))
  sending.destroy()
  await closed
}
