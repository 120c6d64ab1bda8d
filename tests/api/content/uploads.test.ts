import assert from 'node:assert/strict'
import { appendFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { sweepUploads } from '#server/uploads/sweep-uploads.ts'
import { createTestUserHeaders } from '#tests/support/app/pipeline-test-app.ts'
import {
  makeUploadBytes,
  startUploadTestApp,
  readErrorBody,
  tusHeaders,
} from '#tests/support/app/upload-test-app.ts'
import { sha256Hex } from '#tests/support/media/sha256-hex.ts'

const {
  ada,
  dataDir,
  countProcessingJobs,
  deleteAllUploads,
  fetchOffset,
  files,
  findUpload,
  hashStoredUpload,
  mallory,
  requestUpload,
  sendAndDisconnect,
  sendPatch,
  startUpload,
  url,
} = await startUploadTestApp()

test('resumes an interrupted upload where it stopped', async () => {
  const bytes = makeUploadBytes(900_000)
  const { uploadURL, contentId } = await startUpload(bytes.length)
  await sendAndDisconnect(uploadURL, bytes, 500_000)
  const offset = await fetchOffset(uploadURL)
  assert.ok(offset > 0 && offset <= 500_000, `${offset} bytes have arrived`)
  assert.equal((await sendPatch(uploadURL, offset, bytes.subarray(offset))).status, 204)

  const row = await findUpload(contentId)
  assert.equal(row?.state, 'received')
  assert.equal(row.stream_status, 'received')
  assert.equal(row.demuxer, 'mov')
  assert.equal(row.genre, 'pop')
  assert.equal(await hashStoredUpload(row.id), sha256Hex(bytes))
  assert.equal(await countProcessingJobs(contentId), 1)
  await deleteAllUploads()
})

test('a repeated request to finish an upload changes nothing', async () => {
  const bytes = makeUploadBytes(10_000)
  const { uploadURL, contentId } = await startUpload(bytes.length)
  await sendPatch(uploadURL, 0, bytes)
  assert.equal(await fetchOffset(uploadURL), bytes.length)
  assert.equal((await sendPatch(uploadURL, 0, bytes)).status, 409)
  assert.equal(await countProcessingJobs(contentId), 1)
  await deleteAllUploads()
})

test('if the server was killed after receiving the last byte, the next HEAD request completes the upload', async () => {
  const bytes = makeUploadBytes(10_000)
  const { uploadURL, contentId } = await startUpload(bytes.length)
  await sendPatch(uploadURL, 0, bytes.subarray(0, 9000))
  await appendFile(join(dataDir, 'files', 'uploads', (await findUpload(contentId))!.id), bytes.subarray(9000))
  assert.equal(await fetchOffset(uploadURL), bytes.length)
  assert.equal((await findUpload(contentId))?.state, 'received')
  await deleteAllUploads()
})

test('the upload status gives the offset at which to resume', async () => {
  const { uploadURL, contentId, streamId } = await startUpload(10_000)
  await sendPatch(uploadURL, 0, makeUploadBytes(10_000).subarray(0, 5000))
  const response = await fetch(`${uploadURL}/state`, { headers: createTestUserHeaders(ada) })
  const expected = { uploadURL, contentId, streamId, file_name: 'a.mp4', file_size: 10_000 }
  assert.deepEqual(await response.json(), { ...expected, offset: 5000, complete: false })
  assert.equal((await fetch(`${uploadURL}/state`, { headers: createTestUserHeaders(mallory) })).status, 404)
  await deleteAllUploads()
})

test('a file that is not a video is rejected in the request that sends it', async () => {
  const texts = [
    '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
    '<html></html>'.padEnd(20_000),
    'GIF89a'.padEnd(900),
  ]
  for (const text of texts) {
    const { uploadURL, contentId } = await startUpload(text.length)
    const error = await readErrorBody(await sendPatch(uploadURL, 0, text))
    assert.equal(error.title, 'Unsupported format')
    assert.equal(error.detail, 'Use: MP4, MOV, AVI, MKV, WEBM, M4V, WMV, FLV')
    assert.equal(await findUpload(contentId), undefined)
    assert.equal(
      (await fetch(uploadURL, { method: 'HEAD', headers: createTestUserHeaders(ada, tusHeaders) })).status,
      404,
    )
  }
  assert.deepEqual(await files(), [])
})

test('validates the beginning of a file even if the file arrives in tiny chunks', async () => {
  const text = 'x'.repeat(6000)
  const { uploadURL, contentId } = await startUpload(text.length)
  for (let offset = 0; offset < 4000; offset += 1000)
    assert.equal((await sendPatch(uploadURL, offset, text.slice(offset, offset + 1000))).status, 204)
  assert.equal(
    (await readErrorBody(await sendPatch(uploadURL, 4000, text.slice(4000, 5000)))).code,
    'unsupported_format',
  )
  assert.equal(await findUpload(contentId), undefined)
})

test('the upload URL never returns the uploaded bytes', async () => {
  const bytes = makeUploadBytes(10_000)
  const { uploadURL } = await startUpload(bytes.length)
  await sendPatch(uploadURL, 0, bytes)
  const response = await fetch(uploadURL, { headers: createTestUserHeaders(ada) })
  assert.equal(response.status, 405)
  assert.ok((await response.text()).length < 300)
  await deleteAllUploads()
})

test('other users cannot tell that an upload exists', async () => {
  const { uploadURL } = await startUpload(10_000)
  for (const who of [mallory, undefined]) {
    assert.equal(
      (await fetch(uploadURL, { method: 'HEAD', headers: createTestUserHeaders(who, tusHeaders) })).status,
      404,
    )
    const headers = createTestUserHeaders(who, {
      ...tusHeaders,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    })
    assert.equal((await fetch(uploadURL, { method: 'PATCH', headers, body: 'x' })).status, 404)
    assert.equal(
      (await fetch(uploadURL, { method: 'DELETE', headers: createTestUserHeaders(who, tusHeaders) })).status,
      404,
    )
    assert.equal(
      (await fetch(uploadURL, { method: 'POST', headers: createTestUserHeaders(who), body: new FormData() }))
        .status,
      404,
    )
  }
  assert.equal(await fetchOffset(uploadURL), 0)
  const elsewhere = `${url}/api/uploads/not-an-id`
  assert.equal(
    (await fetch(elsewhere, { method: 'HEAD', headers: createTestUserHeaders(ada, tusHeaders) })).status,
    404,
  )
  await deleteAllUploads()
})

test('the owner can cancel the upload', async () => {
  const { uploadURL, contentId } = await startUpload(10_000)
  await sendPatch(uploadURL, 0, makeUploadBytes(10_000).subarray(0, 5000))
  assert.equal(
    (await fetch(uploadURL, { method: 'DELETE', headers: createTestUserHeaders(ada, tusHeaders) })).status,
    204,
  )
  assert.equal(await findUpload(contentId), undefined)
  assert.deepEqual(await files(), [])
})

test('rejects invalid upload requests with the status codes of the tus protocol', async () => {
  const bytes = makeUploadBytes(10_000)
  const { uploadURL, contentId } = await startUpload(bytes.length)
  assert.equal((await sendPatch(uploadURL, 5, bytes)).status, 409)
  const headers = createTestUserHeaders(ada, { ...tusHeaders, 'upload-offset': '0', 'upload-length': '5' })
  const type = { 'content-type': 'application/offset+octet-stream' }
  const response = await fetch(uploadURL, {
    method: 'PATCH',
    headers: { ...headers, ...type },
    body: bytes as BodyInit,
  })
  assert.equal(response.status, 422)
  assert.equal(
    (await readErrorBody(await sendPatch(uploadURL, 0, makeUploadBytes(10_001)))).code,
    'upload_mismatch',
  )
  assert.equal(await findUpload(contentId), undefined)
})

test('rejects invalid upload metadata with the error message from the specification before any bytes are sent', async () => {
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
    [{ user_id: mallory }, 403, 'Not allowed', 'You can do this only with your own videos and comments.'],
    [{ file_size: 0 }, 400, 'Video required', 'Select a video file.'],
  ]
  for (const [more, status, title, detail] of wrong) {
    const refused = await requestUpload(10_000, { genre: '', ...more })
    assert.equal(refused.status, status, title)
    assert.deepEqual([refused.body.error.title, refused.body.error.detail], [title, detail])
  }
  assert.equal((await requestUpload(10_000, { is_featured: true })).status, 422)
  assert.equal((await requestUpload(10_000, {}, '')).status, 401)
  assert.deepEqual(await db.selectFrom('content').select('id').execute(), [])
  assert.deepEqual(await files(), [])
})

test('a user can have at most three open uploads, even if ten uploads start concurrently', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => requestUpload(10_000)))
  assert.equal(all.filter(({ status }) => status === 201).length, 3)
  assert.equal(all.filter(({ status }) => status === 429).length, 7)
  await db
    .updateTable('uploads')
    .set({ touched_at: new Date(Date.now() - 11 * 60_000) })
    .execute()
  assert.equal((await requestUpload(10_000)).status, 201)
  await deleteAllUploads()
})

test('the total size of a user’s uploads is limited, even if ten uploads start concurrently', async () => {
  loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: url, QUOTA_GB: String(25_000 / 1024 ** 3) })
  try {
    const all = await Promise.all(Array.from({ length: 3 }, () => requestUpload(10_000)))
    assert.deepEqual(all.map(({ status }) => status).toSorted(), [201, 201, 413])
    const { error } = all.find(({ status }) => status === 413)!.body
    assert.equal(error.title, 'Storage limit reached')
    assert.match(error.detail, /^Your videos can use up to .+ in total\. Delete a video/)
    const [first, second] = await db.selectFrom('content').select('id').execute()
    assert.equal((await files()).length, 2, 'of what was refused not a byte is there')
    // Unreadable files and deleted videos do not count toward the quota.
    await db.updateTable('streams').set({ state: 'refused' }).where('content_id', '=', first!.id).execute()
    // Marks all uploads as complete, because a user can have at most three open uploads.
    await db.updateTable('uploads').set({ completed_at: new Date() }).execute()
    assert.equal((await requestUpload(10_000)).status, 201)
    assert.equal((await requestUpload(10_000)).status, 413)
    await db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', second!.id).execute()
    assert.equal((await requestUpload(10_000)).status, 201)
  } finally {
    loadConfig({ DATA_DIR: dataDir, PUBLIC_URL: url })
    await deleteAllUploads()
  }
})

test('deletes incomplete uploads after a week without activity, and deletes files that have no database row', async () => {
  await sweepFiles(Date.now() + 2 * 3600_000)
  const old = await startUpload(10_000)
  const young = await startUpload(10_000)
  const lost = await startUpload(10_000)
  const lostId = (await findUpload(lost.contentId))!.id
  const oldId = (await findUpload(old.contentId))!.id
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
  assert.deepEqual(left, [join(dataDir, 'files', 'uploads', (await findUpload(young.contentId))!.id)])
  assert.equal(await findUpload(old.contentId), undefined)
  await deleteAllUploads()
})
