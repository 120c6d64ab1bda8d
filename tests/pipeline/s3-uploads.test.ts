import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from '@tus/server'
import { Readable } from 'node:stream'
import test, { after, before, type TestContext } from 'node:test'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { getUploadStore, removeUploadedBytes } from '#server/uploads/upload-store.ts'
import { getUploadStorageKey } from '#server/uploads/upload-storage-keys.ts'
import { createBackup } from '#server/operations/backup/backup.ts'
import { checkBackup } from '#server/operations/restore/check-backup.ts'
import {
  countMissingStorageObjects,
  uploadMissingStorageObjects,
} from '#server/operations/restore/stage-files.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { type S3Server, startS3Server, createLocalS3Settings } from '#tests/support/servers/s3-server.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import {
  type PipelineTestApp,
  startPipelineTestApp,
  createTestUserHeaders,
} from '#tests/support/app/pipeline-test-app.ts'

let s3Server: S3Server
let app: PipelineTestApp
let ada: string
before(async () => {
  s3Server = await startS3Server()
  app = await startPipelineTestApp({ env: createLocalS3Settings(s3Server.port) })
  ada = await app.join('ada')
})
after(async () => {
  await app.close()
  await s3Server.close()
})

const keys = () => Array.fromAsync(storage.list('uploads'))

test('a video uploaded to a bucket becomes ready and is served from the bucket', async () => {
  const { contentId } = await app.send(ada, await makeTestPatternClip('avi'), 'clip.avi')
  assert.equal((await keys()).length, 1)
  await transcodeContent({ contentId }, { signal: new AbortController().signal })
  const item = await db
    .selectFrom('content')
    .selectAll()
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  assert.equal(item.stream_status, 'ready')
  const base = `${app.url}/media/${item.playback_id}`
  const master = await (await fetch(`${base}/master.m3u8`)).text()
  const variant = /^\d+\/.*m3u8$/m.exec(master)![0]
  assert.equal((await fetch(`${base}/${variant}`)).status, 200)
  const part = await fetch(`${base}/${variant.replace('index.m3u8', 'init.mp4')}`, {
    headers: { range: 'bytes=4-7' },
  })
  assert.deepEqual([part.status, await part.text()], [206, 'ftyp'])
  assert.deepEqual(await keys(), [])
})

test('an upload without a declared name and size is stored completely in a bucket', async () => {
  const announced = await fetch(`${app.url}/api/uploads`, {
    method: 'POST',
    headers: createTestUserHeaders(ada, { 'content-type': 'application/json' }),
    body: JSON.stringify({ title: 'Harbour', content_type: 'music' }),
  })
  const { uploadURL, contentId } = (await announced.json()) as { uploadURL: string; contentId: string }
  const video = await makeTestPatternClip('mp4')
  const form = new FormData()
  form.set('file', new File([new Uint8Array(video)], 'clip.mp4'))
  assert.equal(
    (await fetch(uploadURL, { method: 'POST', headers: createTestUserHeaders(ada), body: form })).status,
    200,
  )
  const [key] = await keys()
  assert.equal((await storage.stat(key!))?.size, video.length)
  await transcodeContent({ contentId }, { signal: new AbortController().signal })
  assert.deepEqual(await keys(), [])
})

test('uploads to a bucket accept chunks smaller than the minimum part size of S3', async () => {
  const body = JSON.stringify({ title: 'x', content_type: 'music', file_name: 'a.mp4', file_size: 6000 })
  const announced = await fetch(`${app.url}/api/uploads`, {
    method: 'POST',
    headers: createTestUserHeaders(ada, { 'content-type': 'application/json' }),
    body,
  })
  const { uploadURL } = (await announced.json()) as { uploadURL: string }
  const tus = { 'tus-resumable': '1.0.0' }
  const type = { 'content-type': 'application/offset+octet-stream' }
  const statuses: number[] = []
  for (const offset of [0, 2000, 4000]) {
    const head = await fetch(uploadURL, { method: 'HEAD', headers: createTestUserHeaders(ada, tus) })
    assert.equal(head.headers.get('upload-offset'), String(offset))
    const headers = createTestUserHeaders(ada, { ...tus, ...type, 'upload-offset': String(offset) })
    statuses.push((await fetch(uploadURL, { method: 'PATCH', headers, body: 'x'.repeat(2000) })).status)
  }
  assert.deepEqual(statuses, [204, 204, 422])
  assert.deepEqual(await keys(), [])
})

/** Creates an upload of 6,000 bytes. The server has acknowledged the first 2,000 bytes. */
async function startUpload(t: TestContext): Promise<{ key: string; bytes: Buffer; contentId: string }> {
  const { contentId } = await app.send(ada, Buffer.concat([ftyp, Buffer.alloc(200)]), 'a.mp4')
  const { id } = await db
    .selectFrom('uploads')
    .select('id')
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  const video = Buffer.concat([ftyp, randomBytes(6000 - ftyp.length)])
  await db.updateTable('uploads').set({ file_size: video.length }).where('id', '=', id).execute()
  await removeUploadedBytes(id)
  t.after(async () => {
    await removeUploadedBytes(id)
    await db.deleteFrom('content').where('id', '=', contentId).execute()
  })
  await getUploadStore().begin(getUploadStorageKey(id), video.length)
  await getUploadStore().write(Readable.from([video.subarray(0, 2000)]), getUploadStorageKey(id), 0)
  return { key: getUploadStorageKey(id), bytes: video, contentId }
}

const ftyp = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
const offsetOf = async (key: string) => (await getUploadStore().getUpload(key)).offset
const stored = async (key: string) =>
  Buffer.from(await new Response((await storage.open(key))!.body).arrayBuffer())

test('an upload to a bucket loses no acknowledged bytes if its connection breaks', async (t) => {
  const { key, bytes: video } = await startUpload(t)
  // The server buffers incoming bytes in the `TMPDIR` folder before it sends them to the bucket.
  const systemFolder = process.env['TMPDIR']
  const passing = (process.env['TMPDIR'] = await mkdtemp(join(tmpdir(), 'passing-')))
  t.after(async () => {
    if (systemFolder === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = systemFolder
    await rm(passing, { recursive: true })
  })
  const breakingStream = async function* () {
    yield video.subarray(2000, 2500)
    throw new Error('the line broke')
  }
  await assert.rejects(getUploadStore().write(Readable.from(breakingStream()), key, 2000))
  const offset = await offsetOf(key)
  assert.ok(offset >= 2000, `${offset} bytes are left`)
  await getUploadStore().write(Readable.from([video.subarray(offset)]), key, offset)
  assert.ok(video.equals(await stored(key)))
  await waitUntil(async () => (await readdir(passing)).length === 0)
})

test('if a process crashes after the last part of an upload to a bucket, no bytes are counted twice', async (t) => {
  const { key, bytes: video } = await startUpload(t)
  const rest = await stored(`${key}.part`)
  // Simulates a process that dies before it has combined the parts and before it has deleted the leftover
  // bytes.
  const dying = getUploadStore() as unknown as { finishMultipartUpload(): Promise<never> }
  dying.finishMultipartUpload = () => Promise.reject(new Error('killed'))
  await assert.rejects(getUploadStore().write(Readable.from([video.subarray(2000)]), key, 2000), /killed/)
  delete (dying as { finishMultipartUpload?: unknown }).finishMultipartUpload
  assert.equal(rest.length, 2000)
  assert.equal(await offsetOf(key), video.length)
  await getUploadStore().assemble(key)
  assert.ok(video.equals(await stored(key)))
})

test('the sweep of a bucket removes uploads without a database row, including their multipart parts', async (t) => {
  const { key, bytes: video, contentId } = await startUpload(t)
  const parts = () => readdir(join(s3Server.folder, '._S3rver_uploads')).catch(() => [])
  const known = await parts()
  await getUploadStore().create(new Upload({ id: key, size: video.length, offset: 0 }))
  assert.equal((await parts()).length, known.length + 1)
  await db.deleteFrom('content').where('id', '=', contentId).execute()
  await sweepFiles(Date.now() + 2 * 3600_000)
  assert.deepEqual([await keys(), (await parts()).length], [[], known.length])
})

test('verification reports an object missing from a bucket, and a backup restores it', async () => {
  assert.deepEqual((await verifySiteIntegrity()).findings, [])
  const wish = {
    into: join(app.dataDir, 'backups'),
    databaseUrl: app.databaseUrl,
    version: '0',
    withObjects: true,
  }
  const { folder, manifest } = await createBackup(wish)
  const media = await Array.fromAsync(storage.list('media'))
  assert.deepEqual([manifest.files.are, manifest.files.count], ['here', media.length])
  const lost = media.find((key) => key.endsWith('.m4s'))!
  await storage.remove(lost)
  const { findings } = await verifySiteIntegrity()
  assert.deepEqual(
    findings.map(({ code, where }) => [code, where]),
    [['segment_missing', lost]],
  )
  await checkBackup(folder)
  assert.equal((await uploadMissingStorageObjects(folder)).count, 1)
  assert.deepEqual((await verifySiteIntegrity()).findings, [])

  const list = await createBackup({ ...wish, into: join(app.dataDir, 'lists'), withObjects: false })
  assert.deepEqual(
    [list.manifest.files.are, await countMissingStorageObjects(list.folder)],
    ['in the bucket', 0],
  )
  await storage.remove(lost)
  assert.equal(await countMissingStorageObjects(list.folder), 1)
})
