import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { encodeWhenIdle } from '#server/transcoding/idle-encoding/encode-when-idle.ts'
import { deleteKeptOriginals } from '#server/transcoding/idle-encoding/kept-originals.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { sweepOldRenditions } from '#server/transcoding/sweep-transcodes.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import {
  createTestUserHeaders,
  type PipelineTestApp,
  startPipelineTestApp,
} from '#tests/support/app/pipeline-test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'

let app: PipelineTestApp
let ada: string
before(async () => {
  app = await startPipelineTestApp({ env: { IDLE_ENCODING: 'on' } })
  ada = await app.join('ada')
})
after(() => app.close())

const signal = new AbortController().signal
const idle = () => encodeWhenIdle({}, { signal, stopping: signal })
const hour = 3600_000
const day = 24 * hour

/** Creates a video of the smallest size that is worth encoding again. */
async function createWatchedVideo(views: number, seconds = 1): Promise<{ id: string; playlist: string }> {
  const clip = await makeTestPatternClip('mp4', { seconds, width: 384, height: 360 })
  const { contentId } = await app.send(ada, clip, 'clip.mp4')
  await transcodeContent({ contentId }, { signal })
  await addViews(contentId, views)
  const { stream_url } = await db
    .updateTable('content')
    .set({ moderation: 'approved' })
    .where('id', '=', contentId)
    .returning('stream_url')
    .executeTakeFirstOrThrow()
  return { id: contentId, playlist: stream_url! }
}

async function addViews(contentId: string, views: number): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  await db
    .insertInto('daily_view_counts')
    .values({ content_id: contentId, day: today, views })
    .onConflict((on) => on.columns(['content_id', 'day']).doUpdateSet({ views }))
    .execute()
}

async function getChosenCrfs(contentId: string, codec: 'av1' | 'h264') {
  const { crfs } = await db
    .selectFrom('idle_encodings')
    .select('crfs')
    .where('content_id', '=', contentId)
    .where('codec', '=', codec)
    .executeTakeFirstOrThrow()
  return crfs
}

async function get(path: string): Promise<Response> {
  return fetch(app.url + path, { headers: createTestUserHeaders(ada) })
}

/** Lists the playlists of the renditions, in the order of the master playlist. */
async function listVariants(playlist: string): Promise<string[]> {
  const text = await (await get(playlist)).text()
  return text.split('\n').filter((line) => line && !line.startsWith('#'))
}

async function listUploads(): Promise<string[]> {
  return (await app.files()).filter((path) => path.includes('/uploads/'))
}

test('a watched video gets an additional AV1 group, and then slow H.264 in place of the first renditions', async () => {
  // Trial encodes need two whole segments.
  const { id, playlist } = await createWatchedVideo(10, 9)
  const firstPass = await listVariants(playlist)
  assert.deepEqual(firstPass, [
    '1/144p/index.m3u8',
    '1/240p/index.m3u8',
    '1/360p/index.m3u8',
    '1/audio/index.m3u8',
  ])
  await idle()
  assert.deepEqual(Object.keys((await getChosenCrfs(id, 'av1'))!), ['144p', '240p', '360p'])
  const av1 = ['144p', '240p', '360p'].map((name) => `1/${name}-av1-1/index.m3u8`)
  const withAv1 = await listVariants(playlist)
  assert.deepEqual(withAv1, [...firstPass.slice(0, 3), ...av1, '1/audio/index.m3u8'])
  assert.match(
    await (await get(playlist)).text(),
    /CODECS="av01\.0\.\d\dM\.08,mp4a\.40\.2",RESOLUTION=384x360/,
  )
  for (const variant of withAv1) {
    const folder = new URL(variant, `${app.url}${playlist}`).pathname.replace('index.m3u8', '')
    assert.equal((await get(`${folder}init.mp4`)).status, 200, folder)
    assert.equal((await get(`${folder}seg_00002.m4s`)).status, 200, folder)
  }
  await idle()
  assert.deepEqual(await listVariants(playlist), withAv1, 'the video has too few views for slow H.264')

  await addViews(id, 100)
  await idle()
  assert.deepEqual(Object.keys((await getChosenCrfs(id, 'h264'))!), ['360p'])
  const withBoth = await listVariants(playlist)
  assert.deepEqual(withBoth, [
    ...firstPass.slice(0, 2),
    '1/360p-h264-1/index.m3u8',
    ...av1,
    '1/audio/index.m3u8',
  ])
  // People who are watching still get the segments that are no longer in the master playlist.
  const replaced = playlist.replace('master.m3u8', '1/360p/seg_00001.m4s')
  assert.equal((await get(replaced)).status, 200)
  await sweepOldRenditions(Date.now() + 7 * hour)
  assert.equal((await get(replaced)).status, 404)
  assert.equal((await get(playlist.replace('master.m3u8', withBoth[2]!))).status, 200)

  const { findings } = await verifySiteIntegrity(Date.now() + 2 * hour)
  assert.deepEqual(findings, [])
  const files = await app.files()
  await sweepFiles(Date.now() + 2 * hour)
  assert.deepEqual(await app.files(), files)
  assert.ok(files.every((path) => !path.includes('/idle')))
  // Both codecs are done, so the uploaded file is no longer needed.
  await deleteKeptOriginals()
  assert.deepEqual(await listUploads(), [])
})

test('if the video is taken down while it is being encoded, nothing is published', async () => {
  const { id, playlist } = await createWatchedVideo(10, 6)
  const firstPass = await listVariants(playlist)
  const running = idle()
  await waitUntil(async () => {
    const claimed = await db
      .selectFrom('idle_encodings')
      .select('state')
      .where('content_id', '=', id)
      .execute()
    return claimed.length > 0
  })
  await db.updateTable('content').set({ moderation: 'held' }).where('id', '=', id).execute()
  await running
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', id).execute()
  assert.deepEqual(await listVariants(playlist), firstPass)
  await db.deleteFrom('content').where('id', '=', id).execute()
})

test('pieces of an unfinished encoding survive the sweep, and are deleted when they are no longer needed', async () => {
  const { id } = await createWatchedVideo(10)
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const key = `media/${playback_id}/1/idle/av1/0/360p.mp4`
  const someFile = (await app.files()).find((path) => path.endsWith('init.mp4'))!
  await storage.putFile(key, someFile)
  const row = {
    content_id: id,
    codec: 'av1',
    fence: 1,
    tries: 1,
    claim: 1,
    heartbeat_at: new Date(),
  } as const
  await db
    .insertInto('idle_encodings')
    .values({ ...row, state: 'waiting', pieces: [0] })
    .execute()
  await sweepFiles(Date.now() + 2 * hour)
  assert.ok(await storage.stat(key))
  await db.updateTable('idle_encodings').set({ state: 'failed' }).where('content_id', '=', id).execute()
  await sweepFiles(Date.now() + 2 * hour)
  assert.equal(await storage.stat(key), null)
  await db.deleteFrom('content').where('id', '=', id).execute()
})

test('uploaded files are kept for 14 days, or until the site no longer encodes videos again', async () => {
  const count = async () => (await listUploads()).length
  const initial = await count()
  const { id } = await createWatchedVideo(1)
  assert.equal(await count(), initial + 1)
  await deleteKeptOriginals(Date.now() + 13 * day)
  assert.equal(await count(), initial + 1)
  await deleteKeptOriginals(Date.now() + 15 * day)
  assert.equal(await count(), initial)
  const { file_url } = await db
    .selectFrom('content')
    .select('file_url')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(file_url, null)

  await createWatchedVideo(1)
  assert.equal(await count(), initial + 1)
  config.idleEncoding = false
  await deleteKeptOriginals()
  assert.equal(await count(), initial)
  await createWatchedVideo(1)
  assert.equal(await count(), initial, 'with the setting off, the file is deleted as soon as it is encoded')
  config.idleEncoding = true
})

test('with KEEP_ORIGINALS, uploaded files are never deleted', async () => {
  const initial = (await listUploads()).length
  await createWatchedVideo(1)
  config.keepOriginals = true
  await deleteKeptOriginals(Date.now() + 15 * day)
  assert.equal((await listUploads()).length, initial + 1)
  config.keepOriginals = false
})
