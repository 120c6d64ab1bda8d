import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import {
  claimIdleEncoding,
  endIdleEncoding,
  saveEncodedPiece,
  saveRungCrfs,
  sendIdleEncodingHeartbeat,
} from '#server/transcoding/idle-encoding/claim-idle-encoding.ts'
import { StaleAttemptError } from '#server/transcoding/transcode-attempt.ts'
import { type PipelineTestApp, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'

let app: PipelineTestApp
let ada: string
before(async () => {
  app = await startPipelineTestApp({ env: { IDLE_ENCODING: 'on' } })
  ada = await app.join('ada')
})
after(() => app.close())
beforeEach(() => db.deleteFrom('idle_encodings').execute())
beforeEach(() => db.deleteFrom('daily_view_counts').execute())

const mp4 = { width: 1280, height: 720, fps: 30, duration: 60, demuxer: 'mov', keyframeGap: 2 }

/** Creates a video whose ladder is complete and whose uploaded file still exists. */
async function createWatchedVideo({ views = 0, daysAgo = 0, source = {} } = {}): Promise<string> {
  const bytes = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'.padEnd(64, '\0'), 'latin1')
  const { contentId } = await app.send(ada, bytes, 'clip.mp4')
  await db
    .updateTable('streams')
    .set({ state: 'ready', fence: 1, playable: true, source: JSON.stringify({ ...mp4, ...source }) })
    .where('content_id', '=', contentId)
    .execute()
  await db
    .updateTable('content')
    .set({ stream_status: 'ready', stream_url: '/media/x/master.m3u8', moderation: 'approved' })
    .where('id', '=', contentId)
    .execute()
  if (views > 0) {
    const day = new Date(Date.now() - daysAgo * 24 * 3600_000).toISOString().slice(0, 10)
    await db.insertInto('daily_view_counts').values({ content_id: contentId, day, views }).execute()
  }
  return contentId
}

/** Claims videos until no video is left. */
async function claimAll() {
  const claimed: { contentId: string; codec: string }[] = []
  for (let next = await claimIdleEncoding(); next; next = await claimIdleEncoding())
    claimed.push({ contentId: next.contentId, codec: next.codec })
  return claimed
}

test('a video qualifies for AV1 from 10 views a week and for slow H.264 from 100, most urgent first', async () => {
  const few = await createWatchedVideo({ views: 9 })
  const some = await createWatchedVideo({ views: 10 })
  const more = await createWatchedVideo({ views: 20 })
  const most = await createWatchedVideo({ views: 120 })
  const old = await createWatchedVideo({ views: 500, daysAgo: 8 })
  const claimed = await claimAll()
  assert.ok(claimed.every(({ contentId }) => contentId !== few && contentId !== old))
  assert.deepEqual(claimed, [
    { contentId: most, codec: 'av1' },
    { contentId: more, codec: 'av1' },
    // For H.264, 120 views count as much as 15 views for AV1.
    { contentId: most, codec: 'h264' },
    { contentId: some, codec: 'av1' },
  ])
})

test('held, removed and deleted videos, and missing or replaced files, do not qualify', async () => {
  const change = async (values: object) => {
    const id = await createWatchedVideo({ views: 50 })
    await db.updateTable('content').set(values).where('id', '=', id).execute()
  }
  await change({ moderation: 'held' })
  await change({ moderation: 'removed' })
  await change({ moderation: 'quarantined' })
  await change({ deleted_at: new Date() })
  await change({ file_url: null })
  await change({ stream_status: 'processing' })
  const replaced = await createWatchedVideo({ views: 50 })
  await db.insertInto('stream_replacements').values({ content_id: replaced, state: 'encoding' }).execute()
  assert.deepEqual(await claimAll(), [])
})

test('small videos, and files in which a piece cannot be found quickly, are not re-encoded', async () => {
  await createWatchedVideo({ views: 50, source: { width: 426, height: 240 } })
  await createWatchedVideo({ views: 50, source: { demuxer: 'avi' } })
  await createWatchedVideo({ views: 50, source: { keyframeGap: 120 } })
  assert.deepEqual(await claimAll(), [])
})

test('a video that another worker encodes can be claimed only if that worker is dead', async () => {
  const id = await createWatchedVideo({ views: 10 })
  const first = (await claimIdleEncoding())!
  assert.equal(first.crfs, null)
  await saveRungCrfs(first, { '720p': 33 })
  await saveEncodedPiece(first, 0)
  assert.equal(await claimIdleEncoding(), null)
  await db
    .updateTable('idle_encodings')
    .set({ heartbeat_at: sql<Date>`now() - interval '61 seconds'` })
    .execute()
  const second = (await claimIdleEncoding())!
  assert.deepEqual([second.contentId, second.pieces], [id, [0]], 'the encoded piece is kept')
  assert.deepEqual(second.crfs, { '720p': 33 }, 'the remaining pieces are encoded with the same quality')
  assert.ok(second.claim > first.claim)
  await assert.rejects(saveEncodedPiece(first, 15), StaleAttemptError)
  await endIdleEncoding(first, 'failed')
  await saveEncodedPiece(second, 15)
})

test('a takedown, a deletion or a new file ends the work on a video', async () => {
  for (const end of [
    (id: string) => db.updateTable('content').set({ moderation: 'removed' }).where('id', '=', id),
    (id: string) => db.updateTable('content').set({ moderation: 'held' }).where('id', '=', id),
    (id: string) => db.updateTable('content').set({ deleted_at: new Date() }).where('id', '=', id),
    (id: string) => db.updateTable('streams').set({ fence: 2 }).where('content_id', '=', id),
    (id: string) => db.insertInto('stream_replacements').values({ content_id: id, state: 'uploading' }),
  ]) {
    const id = await createWatchedVideo({ views: 10 })
    const claimed = (await claimIdleEncoding())!
    assert.equal(claimed.contentId, id)
    await sendIdleEncodingHeartbeat(claimed)
    await end(id).execute()
    await assert.rejects(sendIdleEncodingHeartbeat(claimed), StaleAttemptError)
    await assert.rejects(saveEncodedPiece(claimed, 0), StaleAttemptError)
    await db.deleteFrom('daily_view_counts').execute()
  }
})

test('after a new file, the work starts again from the beginning', async () => {
  const id = await createWatchedVideo({ views: 10 })
  const first = (await claimIdleEncoding())!
  await saveRungCrfs(first, { '720p': 33 })
  await saveEncodedPiece(first, 0)
  await db.updateTable('streams').set({ fence: 2 }).where('content_id', '=', id).execute()
  const second = (await claimIdleEncoding())!
  assert.deepEqual([second.fence, second.pieces, second.tries, second.crfs], [2, [], 1, null])
})
