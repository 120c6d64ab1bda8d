import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { backup } from '#server/upkeep/backup/backup.ts'
import { checkBackup } from '#server/upkeep/restore/check.ts'
import { countLost, putBack } from '#server/upkeep/restore/stage.ts'
import { verify } from '#server/upkeep/verify/verify.ts'
import { processContent } from '#server/processing/process.ts'
import { bucket } from './bucket.ts'
import { clip } from './clips.ts'
import { as, scene } from './scene.ts'

const { url, dataDir, databaseUrl, join: joins, send } = await scene({ env: await bucket() })
const ada = await joins('ada')

const keys = () => Array.fromAsync(storage.list('uploads'))

test('with a bucket: an upload goes to ready, served from there, the original gone', async () => {
  const { contentId } = await send(ada, await clip('avi'), 'clip.avi')
  assert.equal((await keys()).length, 1)
  await processContent({ contentId }, { signal: new AbortController().signal })
  const item = await db
    .selectFrom('content')
    .selectAll()
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  assert.equal(item.stream_status, 'ready')
  const base = `${url}/media/${item.playback_id}`
  const master = await (await fetch(`${base}/master.m3u8`)).text()
  const variant = /^\d+\/.*m3u8$/m.exec(master)![0]
  assert.equal((await fetch(`${base}/${variant}`)).status, 200)
  const part = await fetch(`${base}/${variant.replace('index.m3u8', 'init.mp4')}`, {
    headers: { range: 'bytes=4-7' },
  })
  assert.deepEqual([part.status, await part.text()], [206, 'ftyp'])
  assert.deepEqual(await keys(), [])
})

test('with a bucket: crumbs are put together, and what is no video leaves no object', async () => {
  const body = JSON.stringify({ title: 'x', content_type: 'music', file_name: 'a.mp4', file_size: 6000 })
  const announced = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: as(ada, { 'content-type': 'application/json' }),
    body,
  })
  const { uploadURL } = (await announced.json()) as { uploadURL: string }
  const tus = { 'tus-resumable': '1.0.0' }
  const type = { 'content-type': 'application/offset+octet-stream' }
  const statuses: number[] = []
  for (const offset of [0, 2000, 4000]) {
    const head = await fetch(uploadURL, { method: 'HEAD', headers: as(ada, tus) })
    assert.equal(head.headers.get('upload-offset'), String(offset))
    const headers = as(ada, { ...tus, ...type, 'upload-offset': String(offset) })
    statuses.push((await fetch(uploadURL, { method: 'PATCH', headers, body: 'x'.repeat(2000) })).status)
  }
  assert.deepEqual(statuses, [204, 204, 422])
  assert.deepEqual(await keys(), [])
})

test('with a bucket: an object that is gone is named, and a backup puts it back', async () => {
  assert.deepEqual((await verify()).findings, [])
  const wish = { into: join(dataDir, 'backups'), databaseUrl, version: '0', withObjects: true }
  const { folder, manifest } = await backup(wish)
  const media = await Array.fromAsync(storage.list('media'))
  assert.deepEqual([manifest.files.are, manifest.files.count], ['here', media.length])
  const lost = media.find((key) => key.endsWith('.m4s'))!
  await storage.remove(lost)
  const { findings } = await verify()
  assert.deepEqual(
    findings.map(({ code, where }) => [code, where]),
    [['segment_missing', lost]],
  )
  await checkBackup(folder)
  assert.equal((await putBack(folder)).count, 1)
  assert.deepEqual((await verify()).findings, [])

  const list = await backup({ ...wish, into: join(dataDir, 'lists'), withObjects: false })
  assert.deepEqual([list.manifest.files.are, await countLost(list.folder)], ['in the bucket', 0])
  await storage.remove(lost)
  assert.equal(await countLost(list.folder), 1)
})
