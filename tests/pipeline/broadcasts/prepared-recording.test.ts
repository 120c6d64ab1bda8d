/*
 * The recording of a broadcast is prepared while the last part of the broadcast is still delayed. During this time, it
 * is not published, and a stop, a deletion or the death of a worker neither publishes a cut part nor loses anything.
 */
import assert from 'node:assert/strict'
import { glob, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { endBroadcast, getBroadcast, stopBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { db } from '#server/platform/db/db.ts'
import { setStorage, storage } from '#server/platform/storage/storage.ts'
import { requeueTranscode } from '#server/transcoding/requeue-transcode.ts'
import {
  downloadLiveRendition,
  fetchOk,
  sendChunk,
  startBroadcast,
  startBroadcastTestApp,
} from '#tests/support/app/broadcast-test-app.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createLiveSource, readFrameNumbers } from '#tests/support/media/live-sources.ts'
import { sendInRealTime } from '#tests/support/media/real-time-source.ts'

const seconds = 4
const frameCount = 30 * seconds
let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
let source: Buffer<ArrayBuffer>
let mia: TestUser

before(async () => {
  testApp = await startBroadcastTestApp({ working: true })
  const path = join(testApp.dataDir, 'source.mkv')
  source = await readFile(await createLiveSource(path, { container: 'matroska', seconds, keyframes: 1 }))
  mia = await signUpStaff(testApp, 'mia', 'moderator')
})
after(() => testApp.close())

interface EndedBroadcast {
  id: string
  playbackId: string
  creator: TestUser
}

/** Sends and ends a broadcast. With the delay of a minute, nothing of it is visible to viewers yet. */
async function endBroadcastOf(name: string, { delaySeconds = 60 } = {}): Promise<EndedBroadcast> {
  const creator = await testApp.signUpBroadcaster(name)
  const { id } = await startBroadcast(creator, { delaySeconds })
  await sendInRealTime(source, { seconds, speed: 2 }, async (number, chunk) =>
    assert.equal((await sendChunk(creator, id, number, chunk)).status, 204),
  )
  await creator.call(endBroadcast, { params: { id }, body: {} })
  const { playback_id: playbackId } = await readItem(id)
  return { id, playbackId, creator }
}

function readItem(id: string) {
  return db
    .selectFrom('content')
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select([
      'playback_id',
      'stream_status',
      'streams.fence',
      'publish_after',
      'recording_state',
      'streams.state',
    ])
    .where('content.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Waits until the first rendition of the recording exists in the work folder. Returns the attempt's fencing token. */
function waitUntilPrepared(id: string, lastFence = 0): Promise<number> {
  return waitUntil(async () => {
    const { fence, state } = await readItem(id)
    const renditions = glob('out/*/index.m3u8', { cwd: join(testApp.dataDir, 'work', `${id}-${fence}`) })
    const isMade = (await Array.fromAsync(renditions)).length > 0
    return fence > lastFence && state === 'probed' && isMade && fence
  }, 60)
}

async function waitUntilReady(id: string): Promise<void> {
  await waitUntil(async () => (await readItem(id)).stream_status === 'ready', 60)
  await waitUntil(async () => (await readItem(id)).state === 'ready', 120)
}

/** Pretends that the parts of these segments, or all parts, were stored five minutes earlier. */
async function makeOlder(id: string, lastSegment = 1000): Promise<void> {
  await sql`update broadcast_parts set made_at = made_at - interval '5 minutes'
    where content_id = ${id} and segment_number <= ${lastSegment}`.execute(db)
}

async function publishNow(id: string): Promise<void> {
  await makeOlder(id)
  await db.updateTable('streams').set({ publish_after: new Date() }).where('content_id', '=', id).execute()
}

async function readRecordedNumbers({ playbackId }: EndedBroadcast): Promise<number[]> {
  const viewer = testApp.anonymousUser()
  const master = await (await fetchOk(viewer, `/media/${playbackId}/master.m3u8`)).text()
  const playlist = master.split('\n').find((line) => line.endsWith('/index.m3u8'))!
  const folder = `/media/${playbackId}/${playlist.replace('/index.m3u8', '')}`
  const frames = await readFrameNumbers(await downloadLiveRendition(testApp, viewer, folder))
  return frames.map(({ number }) => number)
}

async function readLiveNumbers({ playbackId }: EndedBroadcast): Promise<number[]> {
  const folder = `/media/${playbackId}/live/source`
  const frames = await readFrameNumbers(await downloadLiveRendition(testApp, testApp.anonymousUser(), folder))
  return frames.map(({ number }) => number)
}

/** Remuxing can drop the last frame. */
function assertSameFrames(recorded: number[], expected: number[]): void {
  assert.deepEqual(recorded, expected.slice(0, recorded.length))
  assert.ok(recorded.length >= expected.length - 1, `${recorded.length} of ${expected.length} frames`)
}

/** No uploaded file and no work folder of the item remains, and only the last attempt has stored files. */
async function assertNothingLeft({ id, playbackId }: EndedBroadcast, fence: number): Promise<void> {
  await waitUntil(async () => {
    const work = await readdir(join(testApp.dataDir, 'work')).catch(() => [])
    return !work.some((name) => name.startsWith(id))
  })
  const uploads = await db.selectFrom('uploads').select('id').where('content_id', '=', id).execute()
  assert.ok(uploads.length <= 1)
  await waitUntil(async () => (await Array.fromAsync(storage.list('uploads'))).length === 0)
  const media = await Array.fromAsync(storage.list(`media/${playbackId}`))
  const folders = new Set(media.map((key) => key.split('/')[2]))
  folders.delete('live')
  assert.deepEqual([...folders], fence > 0 ? [String(fence)] : [])
}

test('a prepared recording is published when the delay of the last part has passed', async () => {
  const broadcast = await endBroadcastOf('ada', { delaySeconds: 10 })
  const { id, playbackId, creator } = broadcast
  const fence = await waitUntilPrepared(id)
  const held = await readItem(id)
  const { last } = await db
    .selectFrom('broadcast_parts')
    .select(({ fn }) => fn.max('made_at').as('last'))
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.ok(Math.abs(held.publish_after!.getTime() - new Date(last).getTime() - 10_000) < 5)
  assert.equal(held.stream_status, 'live')
  for (const who of [testApp.anonymousUser(), mia])
    for (const path of ['master.m3u8', `${fence}/240p/index.m3u8`, `${fence}/240p/init.mp4`])
      assert.equal((await who.fetch(`/media/${playbackId}/${path}`)).status, 404, path)
  assert.equal((await creator.call(getBroadcast, { params: { id } })).state, 'ended')

  await waitUntil(async () => (await readItem(id)).stream_status === 'ready', 60)
  const afterMs = Date.now() - held.publish_after!.getTime()
  console.log(`the recording was published ${afterMs} ms after the delay`)
  assert.ok(afterMs >= 0, `${afterMs} ms`)
  await waitUntilReady(id)
  assertSameFrames(
    await readRecordedNumbers(broadcast),
    Array.from({ length: frameCount }, (_, n) => n),
  )
  await assertNothingLeft(broadcast, fence)
})

test('if a moderator stops the broadcast, the recording is made again without the parts that were cut', async () => {
  const broadcast = await endBroadcastOf('bob')
  const { id, playbackId } = broadcast
  const fence = await waitUntilPrepared(id)
  await makeOlder(id, 1)
  await mia.call(stopBroadcast, { params: { id }, body: { reason: 'Shows a private address' } })
  await waitUntilReady(id)
  const kept = await readLiveNumbers(broadcast)
  assert.ok(kept.length > 0 && kept.length < frameCount, `${kept.length} frames kept`)
  assertSameFrames(await readRecordedNumbers(broadcast), kept)
  assert.equal(
    (await testApp.anonymousUser().fetch(`/media/${playbackId}/${fence}/240p/init.mp4`)).status,
    404,
  )
  await assertNothingLeft(broadcast, (await readItem(id)).fence)
})

test('if the broadcast is stopped while its parts are being joined, the joined file is not used', async () => {
  const real = storage
  const [joined, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  setStorage({
    ...real,
    async putStream(key, bytes) {
      await real.putStream(key, bytes)
      joined.resolve()
      await stopped.promise
    },
  })
  const broadcast = await endBroadcastOf('cleo')
  const { id } = broadcast
  await joined.promise
  setStorage(real)
  await makeOlder(id, 1)
  await mia.call(stopBroadcast, { params: { id }, body: { reason: 'Shows a private address' } })
  stopped.resolve()
  await waitUntilReady(id)
  assertSameFrames(await readRecordedNumbers(broadcast), await readLiveNumbers(broadcast))
  await assertNothingLeft(broadcast, (await readItem(id)).fence)
})

test('if the storage fails while the parts are being joined, they are joined again', async () => {
  const real = storage
  const failed = Promise.withResolvers<void>()
  setStorage({
    ...real,
    async putStream(key, bytes) {
      await real.putStream(key, bytes)
      setStorage(real)
      failed.resolve()
      throw new Error('the storage is away')
    },
  })
  const broadcast = await endBroadcastOf('gina')
  await failed.promise
  const fence = await waitUntilPrepared(broadcast.id)
  await publishNow(broadcast.id)
  await waitUntilReady(broadcast.id)
  assertSameFrames(
    await readRecordedNumbers(broadcast),
    Array.from({ length: frameCount }, (_, n) => n),
  )
  await assertNothingLeft(broadcast, fence)
})

test('if everything is cut, the item and the prepared recording are deleted', async () => {
  const broadcast = await endBroadcastOf('dora')
  const { id, playbackId, creator } = broadcast
  await waitUntilPrepared(id)
  await creator.call(endBroadcast, { params: { id }, body: { drop_delayed: true } })
  await waitUntil(async () => {
    const item = await db.selectFrom('content').select('id').where('id', '=', id).executeTakeFirst()
    return item === undefined
  }, 60)
  assert.deepEqual(await Array.fromAsync(storage.list(`media/${playbackId}`)), [])
  await assertNothingLeft(broadcast, 0)
})

test('if the creator deletes the item, nothing of the recording is left', async () => {
  const broadcast = await endBroadcastOf('erin')
  const { id, playbackId, creator } = broadcast
  await waitUntilPrepared(id)
  await creator.call(deleteContent, { params: { id } })
  await waitUntil(async () => {
    const item = await db.selectFrom('content').select('id').where('id', '=', id).executeTakeFirst()
    return item === undefined
  }, 60)
  await assertNothingLeft(broadcast, 0)
  assert.equal((await testApp.anonymousUser().fetch(`/media/${playbackId}/master.m3u8`)).status, 404)
})

test('if the worker dies while it holds the recording, another attempt publishes it when the delay has passed', async () => {
  const broadcast = await endBroadcastOf('finn')
  const { id } = broadcast
  const first = await waitUntilPrepared(id)
  // What a killed worker leaves behind: an attempt without heartbeats, whose results are never published.
  await db
    .updateTable('streams')
    .set({ state: 'received', fence: first + 1, started_at: null, heartbeat_at: new Date(0) })
    .where('content_id', '=', id)
    .execute()
  await db.transaction().execute((tx) => requeueTranscode(tx, id))
  const second = await waitUntilPrepared(id, first + 1)
  assert.equal((await readItem(id)).stream_status, 'live')
  await publishNow(id)
  await waitUntilReady(id)
  assertSameFrames(
    await readRecordedNumbers(broadcast),
    Array.from({ length: frameCount }, (_, n) => n),
  )
  await assertNothingLeft(broadcast, second)
})
