import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { sweepOldRenditions, sweepWorkFolders } from '#server/transcoding/sweep-transcodes.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import {
  type PipelineTestApp,
  startPipelineTestApp,
  createTestUserHeaders,
} from '#tests/support/app/pipeline-test-app.ts'

const run = promisify(execFile)
const never = new AbortController().signal
let app: PipelineTestApp
let ada: string
let mallory: string
let encoded: Buffer
let remuxable: Buffer
let long: Buffer
before(async () => {
  app = await startPipelineTestApp()
  ada = await app.join('ada')
  mallory = await app.join('mallory')
  ;[encoded, remuxable, long] = await Promise.all([
    makeTestPatternClip('avi'),
    makeTestPatternClip('mp4'),
    makeTestPatternClip('avi', { seconds: 30, width: 1280, height: 720 }),
  ])
})
after(() => app.close())

async function streamOf(streamId: string, who = ada): Promise<ProcessingStatus> {
  const response = await fetch(`${app.url}/api/streams/${streamId}`, { headers: createTestUserHeaders(who) })
  assert.equal(response.status, 200)
  return (await response.json()) as ProcessingStatus
}

const content = (id: string) =>
  db.selectFrom('content').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function masterOf(playbackId: string): Promise<string> {
  const response = await fetch(`${app.url}/media/${playbackId}/master.m3u8`)
  assert.equal(response.status, 200)
  return response.text()
}

/** The ID of the video that the first test transcodes and the second test plays. */
let transcodedId: string

/** Returns the heights of the renditions in a master playlist. */
const heights = (master: string) => [...master.matchAll(/RESOLUTION=\d+x(\d+)/g)].map(([, height]) => height)

test('an uploaded video becomes playable at every quality, and its original file is deleted', async () => {
  const { contentId, streamId } = await app.send(ada, encoded, 'clip.avi')
  const waiting = await streamOf(streamId)
  assert.deepEqual([waiting.state, waiting.queue_place, waiting.ready], ['received', 1, false])

  await transcodeContent({ contentId }, { signal: never })
  const done = await streamOf(streamId)
  const all = { ready: true, state: 'ready', percent: 100, queue_place: null, eta_seconds: null, error: null }
  assert.deepEqual(done, { ...all, waiting_for: null, renditions: ['144p', '240p', '360p'] })

  const item = await content(contentId)
  assert.equal(item.stream_status, 'ready')
  assert.ok(Math.abs(item.duration_seconds! - 6) < 0.3, `${item.duration_seconds} s`)
  assert.deepEqual([item.width, item.height, item.file_url], [640, 360, null])
  assert.ok(item.loudness_lufs! < 0)
  const master = await masterOf(item.playback_id)
  assert.deepEqual(heights(master), ['144', '240', '360'])
  for (const path of [item.stream_thumbnail_url!, item.preview_url!, item.storyboard_url!])
    assert.equal((await fetch(app.url + path)).status, 200, path)
  assert.deepEqual(await readdir(join(app.dataDir, 'work')), [])
  assert.deepEqual(await readdir(join(app.dataDir, 'files/uploads')), [])
  transcodedId = contentId
})

test('ffprobe decodes every quality in the playlists to the end', async () => {
  const { playback_id } = await content(transcodedId)
  const paths = Array.from((await masterOf(playback_id)).matchAll(/^\d+\/.*m3u8$/gm), ([path]) => path)
  assert.equal((await fetch(`${app.url}/media/${playback_id}/${paths.pop()}`)).status, 200, 'sound alone')
  for (const path of paths) {
    const options = '-v error -count_frames -select_streams v -of csv=p=0 -show_entries stream=nb_read_frames'
    const url = `${app.url}/media/${playback_id}/${path}`
    const { stdout } = await run('ffprobe', [...options.split(' '), url])
    assert.ok(Number.parseInt(stdout) >= 142, `${path}: ${stdout} frames of 144`)
  }
})

test('a suitable source is remuxed first and later replaced by encoded renditions', async () => {
  const { contentId } = await app.send(ada, remuxable, 'clip.mp4')
  await transcodeContent({ contentId }, { signal: never })
  const { playback_id } = await content(contentId)
  assert.deepEqual(heights(await masterOf(playback_id)), ['144', '240', '360'])
  const old = `${app.url}/media/${playback_id}/1/source/index.m3u8`
  assert.equal((await fetch(old)).status, 200)
  await sweepOldRenditions(Date.now() + 6.1 * 3600_000)
  assert.equal((await fetch(old)).status, 404)
  assert.deepEqual(heights(await masterOf(playback_id)), ['144', '240', '360'])
})

test('adding an audio-only rendition to a single-quality video does not change its duration', async () => {
  const input = join(app.dataDir, 'short-sound.avi')
  const words = '-v error -y -f lavfi -i testsrc2=s=128x96:d=4 -f lavfi -i sine=d=3.2 -c:v mpeg4'
  await run('ffmpeg', [...words.split(' '), input])
  const { contentId } = await app.send(ada, await readFile(input), 'clip.avi')
  await transcodeContent({ contentId }, { signal: never })
  const { duration_seconds, playback_id } = await content(contentId)
  assert.match(await masterOf(playback_id), /\/audio\//)
  assert.ok(Math.abs(duration_seconds! - 4) < 0.1, `${duration_seconds} s`)
})

test('an invalid file is refused without a retry, and the owner sees the reason', async () => {
  const known = await app.files()
  const { contentId, streamId } = await app.send(ada, remuxable.subarray(0, remuxable.length / 2), 'clip.mp4')
  await transcodeContent({ contentId }, { signal: never })
  const { state, error, ready } = await streamOf(streamId)
  assert.deepEqual({ state, ready }, { state: 'refused', ready: false })
  assert.deepEqual(error, { title: 'Upload failed', detail: 'The video could not be read.' })
  assert.equal((await content(contentId)).stream_status, 'failed')
  assert.deepEqual((await app.files()).toSorted(), known.toSorted())
  const retried = await fetch(`${app.url}/api/streams/${streamId}/retry`, {
    method: 'POST',
    headers: createTestUserHeaders(ada),
  })
  assert.equal(retried.status, 409)
})

test('a fencing token stops a worker whose job was taken over, and none of that worker’s output remains', async () => {
  const { contentId } = await app.send(ada, encoded, 'clip.avi')
  const { playback_id } = await content(contentId)
  const late = transcodeContent({ contentId }, { signal: never })
  await whenProbed(contentId)
  await sql`update streams set fence = fence + 1 where content_id = ${contentId}`.execute(db)
  await late
  assert.equal((await content(contentId)).stream_url, null)
  assert.deepEqual(
    (await app.files()).filter((path) => path.includes(playback_id)),
    [],
  )

  await db
    .updateTable('streams')
    .set({ heartbeat_at: new Date(0) })
    .where('content_id', '=', contentId)
    .execute()
  await transcodeContent({ contentId }, { signal: never })
  assert.deepEqual(heights(await masterOf(playback_id)), ['144', '240', '360'])
})

test('transcoding is attempted up to three times if ffmpeg is killed', async () => {
  const { contentId, streamId } = await app.send(ada, long, 'clip.avi')
  for (const attempt of [1, 2, 3]) {
    const running = transcodeContent({ contentId }, { signal: never })
    await whenProbed(contentId)
    await killFfmpeg(contentId)
    if (attempt < 3) await assert.rejects(running)
    else await running
    assert.equal((await streamOf(streamId)).state, attempt < 3 ? 'received' : 'failed')
  }
  const { error } = await streamOf(streamId)
  assert.deepEqual(error, { title: 'Upload failed', detail: 'Please try again.' })

  const retry = `${app.url}/api/streams/${streamId}/retry`
  assert.equal((await fetch(retry, { method: 'POST', headers: createTestUserHeaders(mallory) })).status, 404)
  assert.equal((await fetch(retry, { method: 'POST', headers: createTestUserHeaders(ada) })).status, 202)
  assert.equal((await streamOf(streamId)).state, 'received')
  await db.deleteFrom('content').where('id', '=', contentId).execute()
})

test('a stopped worker requeues its job without counting the attempt', async () => {
  const { contentId, streamId } = await app.send(ada, long, 'clip.avi')
  const stop = new AbortController()
  const running = transcodeContent({ contentId }, { signal: stop.signal, stopping: stop.signal })
  await whenProbed(contentId)
  const stoppedAt = performance.now()
  stop.abort()
  await running
  const took = performance.now() - stoppedAt
  // Aborting a transcode takes 0.1 s on an idle machine, and the whole process must stop within 15 s.
  assert.ok(took < 5000, `${took} ms`)
  const { state, queue_place } = await streamOf(streamId)
  assert.deepEqual({ state, queue_place }, { state: 'received', queue_place: 1 })
  const { rows } = await sql<{ n: number }>`select count(*) as n from pgboss.job
    where name = 'process' and data->>'contentId' = ${contentId}`.execute(db)
  assert.equal(rows[0]?.n, 2)
  const row = await db
    .selectFrom('streams')
    .select('tries')
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  assert.equal(row?.tries, 0)
  await db.deleteFrom('content').where('id', '=', contentId).execute()
})

test('an expired transcoding job counts as an attempt, and the video fails after the last attempt', async () => {
  const { contentId, streamId } = await app.send(ada, long, 'clip.avi')
  await db.updateTable('streams').set({ tries: 1 }).where('content_id', '=', contentId).execute()
  for (const tries of [2, 3]) {
    const expired = new AbortController()
    const running = transcodeContent({ contentId }, { signal: expired.signal })
    await whenProbed(contentId)
    expired.abort(new Error('handler execution exceeded its time'))
    // The job rethrows the error, and the queue then retries the job unless this was its last attempt.
    if (tries === 2) await assert.rejects(running, /exceeded its time/)
    else await running
    const row = await db
      .selectFrom('streams')
      .select('tries')
      .where('content_id', '=', contentId)
      .executeTakeFirst()
    assert.equal(row?.tries, tries)
    assert.equal((await streamOf(streamId)).state, tries === 2 ? 'received' : 'failed')
  }
  await db.deleteFrom('content').where('id', '=', contentId).execute()
})

test('a processing job expires only after it has run for 20 days', async () => {
  const { rows } = await sql<{ days: number }>`
    select expire_seconds / 86400 as days from pgboss.queue where name = 'process'`.execute(db)
  assert.deepEqual(rows, [{ days: 20 }])
})

test('only the owner of a video can see its processing status', async () => {
  const { streamId, contentId } = await app.send(ada, encoded, 'clip.avi')
  const responseStatus = async (id: string, who?: string) =>
    (await fetch(`${app.url}/api/streams/${id}`, { headers: createTestUserHeaders(who) })).status
  assert.equal(await responseStatus(streamId, mallory), 404)
  assert.equal(await responseStatus(streamId), 404)
  assert.equal(await responseStatus('not-an-id', ada), 404)
  await db.deleteFrom('content').where('id', '=', contentId).execute()
})

test('jobs of a killed worker are requeued, and the files it left behind are deleted', async () => {
  const { contentId, streamId } = await app.send(ada, encoded, 'clip.avi')
  await mkdir(join(app.dataDir, 'work', `${contentId}-1`), { recursive: true })
  await db
    .updateTable('streams')
    .set({ state: 'encoding', fence: 1, started_at: new Date(0), heartbeat_at: new Date(0) })
    .where('content_id', '=', contentId)
    .execute()
  await sweepWorkFolders()
  assert.equal((await streamOf(streamId)).state, 'received')
  await db.updateTable('streams').set({ fence: 2 }).where('content_id', '=', contentId).execute()
  await sweepWorkFolders()
  assert.deepEqual(await readdir(join(app.dataDir, 'work')), [])
})

test('if the processing job of an upload is lost before it starts, the upload gets a new job', async () => {
  const { contentId } = await app.send(ada, encoded, 'clip.avi')
  const jobs = async () =>
    (
      await sql`select from pgboss.job where name = 'process' and data->>'contentId' = ${contentId}`.execute(
        db,
      )
    ).rows.length
  const later = Date.now() + 15 * 60_000
  await sweepWorkFolders(later)
  assert.equal(await jobs(), 1, 'a waiting job is kept')
  await sql`delete from pgboss.job where data->>'contentId' = ${contentId}`.execute(db)
  await sweepWorkFolders()
  assert.equal(await jobs(), 0, 'a recent upload gets no new job yet')
  await sweepWorkFolders(later)
  assert.equal(await jobs(), 1)
  await db.deleteFrom('content').where('id', '=', contentId).execute()
})

/** Resolves when an attempt has probed the file and started encoding. */
async function whenProbed(contentId: string): Promise<void> {
  for (;;) {
    const row = await db
      .selectFrom('streams')
      .select('state')
      .where('content_id', '=', contentId)
      .executeTakeFirst()
    if (row?.state === 'probed' || row?.state === 'encoding') return
    await new Promise((again) => setTimeout(again, 10))
  }
}

/** Kills the ffmpeg process that works in this item's folder. */
async function killFfmpeg(contentId: string): Promise<void> {
  for (;;) {
    const lines = (await run('ps', ['-eo', 'pid=,args='])).stdout.split('\n')
    const mine = lines.filter((line) => /\d+ ffmpeg /.test(line) && line.includes(contentId))
    for (const line of mine) process.kill(Number.parseInt(line), 'SIGKILL')
    if (mine.length > 0) return
    await new Promise((again) => setTimeout(again, 10))
  }
}
