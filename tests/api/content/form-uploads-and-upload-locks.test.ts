import assert from 'node:assert/strict'
import test from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { db } from '#server/platform/db/db.ts'
import { getUploadStore } from '#server/uploads/upload-store.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { withUploadLock } from '#server/uploads/upload-locks.ts'
import { createTestUserHeaders } from '#tests/support/app/pipeline-test-app.ts'
import { makeUploadBytes, startUploadTestApp, readErrorBody } from '#tests/support/app/upload-test-app.ts'
import { sha256Hex } from '#tests/support/media/sha256-hex.ts'

const { ada, databaseUrl, deleteAllUploads, files, findUpload, hashStoredUpload, sendPatch, startUpload } =
  await startUploadTestApp()

test('accepts the whole file in a multipart form, as the client in the specification sends it', async () => {
  const bytes = makeUploadBytes(3_000_000)
  const { uploadURL, contentId, streamId } = await startUpload(bytes.length)
  const form = new FormData()
  form.set('note', 'not the file')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.mp4')
  const response = await fetch(uploadURL, { method: 'POST', headers: createTestUserHeaders(ada), body: form })
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { contentId, streamId })
  const row = await findUpload(contentId)
  assert.equal(row?.state, 'received')
  assert.equal(await hashStoredUpload(row.id), sha256Hex(bytes))
  await deleteAllUploads()
})

test('a form upload that loses the upload lock before its body is read gets an error', async () => {
  const { uploadURL, contentId } = await startUpload(10_000)
  const key = `uploads/${(await findUpload(contentId))!.id}`
  const store = getUploadStore()
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
  form.set('file', new Blob([new Uint8Array(makeUploadBytes(10_000))]), 'a.mp4')
  const response = await fetch(uploadURL, {
    method: 'POST',
    headers: createTestUserHeaders(ada),
    body: form,
  }).finally(() => (store.begin = begin))
  assert.equal(response.status, 409)
  await other
  await deleteAllUploads()
})

test('a form upload changes nothing if another request has completed the upload first', async () => {
  const bytes = makeUploadBytes(10_000)
  const { uploadURL, contentId } = await startUpload(bytes.length)
  const { id } = (await findUpload(contentId))!
  const form = () => {
    const made = new FormData()
    made.set('file', new Blob([new Uint8Array(bytes)]), 'a.mp4')
    return { method: 'POST', headers: createTestUserHeaders(ada), body: made }
  }
  const waits = Promise.withResolvers<void>()
  let late: Promise<Response> | undefined
  await withUploadLock(`uploads/${id}`, waits.resolve, async () => {
    late = fetch(uploadURL, form())
    await waits.promise
    await db.updateTable('uploads').set({ completed_at: new Date() }).where('id', '=', id).execute()
    await storage.putBytes(`uploads/${id}`, new Uint8Array(bytes))
  })
  assert.equal((await readErrorBody(await late!)).code, 'upload_complete')
  assert.equal(await hashStoredUpload(id), sha256Hex(bytes))
  await deleteAllUploads()
})

test('a form request is rejected if a PATCH request completes the upload while the form request waits for the lock', async () => {
  const bytes = makeUploadBytes(10_000)
  const { uploadURL, contentId } = await startUpload(bytes.length)
  const { id } = (await findUpload(contentId))!
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.mp4')
  const store = getUploadStore()
  const { assemble } = store
  let late: Promise<Response> | undefined
  store.assemble = async (...given) => {
    late = fetch(uploadURL, { method: 'POST', headers: createTestUserHeaders(ada), body: form })
    // If the form upload did not wait for the lock, it would finish within 500 ms.
    const first = await Promise.race([late.then(() => 'the form'), setTimeout(500, 'the completion')])
    assert.equal(first, 'the completion')
    return assemble(...given)
  }
  const sent = await sendPatch(uploadURL, 0, bytes).finally(() => (store.assemble = assemble))
  assert.equal(sent.status, 204)
  assert.equal((await readErrorBody(await late!)).code, 'upload_complete')
  assert.equal(await hashStoredUpload(id), sha256Hex(bytes))
  await deleteAllUploads()
})

test('a form upload that starts over is validated from its first byte', async () => {
  const page = Buffer.from('<html></html>'.padEnd(20_000))
  const { uploadURL, contentId } = await startUpload(page.length)
  assert.equal((await sendPatch(uploadURL, 0, makeUploadBytes(page.length).subarray(0, 8000))).status, 204)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(page)]), 'a.mp4')
  const response = await fetch(uploadURL, { method: 'POST', headers: createTestUserHeaders(ada), body: form })
  assert.equal((await readErrorBody(response)).code, 'unsupported_format')
  assert.equal(await findUpload(contentId), undefined)
  assert.deepEqual(await files(), [])
})

test('rejects a form upload that is empty or differs from the declared size, and stores none of its bytes', async () => {
  for (const [size, code] of [
    [9_000, 'upload_mismatch'],
    [11_000, 'upload_mismatch'],
    [0, 'video_required'],
  ] as const) {
    const { uploadURL, contentId } = await startUpload(10_000)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(size === 0 ? [] : makeUploadBytes(size))]), 'a.mp4')
    const response = await fetch(uploadURL, {
      method: 'POST',
      headers: createTestUserHeaders(ada),
      body: form,
    })
    assert.equal((await readErrorBody(response)).code, code)
    assert.equal(await findUpload(contentId), undefined)
  }
  assert.deepEqual(await files(), [])
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

test('a process that waits for an upload lock ignores its own request to release the lock', async () => {
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
