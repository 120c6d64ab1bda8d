/*
 * The whole path of a broadcast: chunks in real time, the packager, low-latency HLS with the safety delay, the
 * end and the recording.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { getContent } from '#contract/content/content.ts'
import { timelineOffsetSeconds } from '#media/live/live-ffmpeg-command.ts'
import { MatroskaReader } from '#media/live/source/matroska-reader.ts'
import { db } from '#server/platform/db/db.ts'
import {
  downloadLiveRendition,
  fetchOk,
  sendChunk,
  startBroadcast,
  startBroadcastTestApp,
} from '#tests/support/app/broadcast-test-app.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createLiveSource, readFrameNumbers } from '#tests/support/media/live-sources.ts'
import { sendInRealTime } from '#tests/support/media/real-time-source.ts'

const seconds = 5
let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
let source: Buffer<ArrayBuffer>

before(async () => {
  testApp = await startBroadcastTestApp({ working: true })
  const path = join(testApp.dataDir, 'source.mkv')
  source = await readFile(await createLiveSource(path, { container: 'matroska', seconds, keyframes: 1 }))
})
after(() => testApp.close())

test('viewers get a broadcast after the delay, and its recording becomes the video of the item', async () => {
  const ada = await testApp.signUpBroadcaster('ada')
  const viewer = testApp.anonymousUser()
  const { id } = await startBroadcast(ada, { delaySeconds: 2 })
  const reader = new MatroskaReader()
  const frames: { time: number; sentAt: number }[] = []
  const sending = sendInRealTime(source, { seconds }, async (number, chunk) => {
    const sentAt = Date.now()
    const video = reader.read(Buffer.from(chunk)).filter(({ kind }) => kind === 'video')
    frames.push(...video.map(({ time }) => ({ time, sentAt })))
    assert.equal((await sendChunk(ada, id, number, chunk)).status, 204)
  })
  const playlistUrl = await waitUntil(
    async () => (await ada.call(contract.getBroadcast, { params: { id } })).playlist_url ?? undefined,
  )
  const folder = playlistUrl.replace('/master.m3u8', '')
  const own = await fetchOk(ada, playlistUrl)
  assert.equal(own.headers.get('cache-control'), 'private, no-store')
  assert.match(await own.text(), /source\/index\.m3u8/)
  assert.match(await (await fetchOk(viewer, playlistUrl)).text(), /low\/index\.m3u8/)

  // The creator's newest part does not exist for viewers yet.
  const ahead = await (await fetchOk(ada, `${folder}/source/index.m3u8`)).text()
  const newest = [...ahead.matchAll(/#EXT-X-PART:[^\n]*URI="([^"]+)"/g)].at(-1)![1]
  const ownPart = await fetchOk(ada, `${folder}/source/${newest}`)
  assert.equal(ownPart.headers.get('cache-control'), 'private, no-store')
  const bytes = Buffer.from(await ownPart.arrayBuffer())
  assert.equal((await viewer.fetch(`${folder}/source/${newest}`)).status, 404)

  // A playlist request for this part is answered as soon as the part is visible.
  const [, sequence, part] = /^(\d+)\.(\d+)\.m4s$/.exec(newest!)!
  const reload = `${folder}/source/index.m3u8?_HLS_msn=${sequence}&_HLS_part=${part}`
  const made = await db
    .selectFrom('broadcast_parts')
    .select('made_at')
    .where('content_id', '=', id)
    .where('rendition', '=', 'source')
    .where('segment_number', '=', Number(sequence))
    .where('part_index', '=', Number(part))
    .executeTakeFirstOrThrow()
  assert.match(await (await fetchOk(viewer, reload)).text(), new RegExp(`URI="${newest}"`))
  const waitedMs = Date.now() - made.made_at.getTime()
  // Players need parts a second before the delay of 2 s has passed.
  assert.ok(waitedMs >= 1000 && waitedMs < 2000, `visible after ${waitedMs} ms`)
  const visible = await fetchOk(viewer, `${folder}/source/${newest}`)
  assert.match(visible.headers.get('cache-control')!, /^public, .*immutable/)
  assert.deepEqual(Buffer.from(await visible.arrayBuffer()), bytes)

  await sending
  await ada.call(contract.endBroadcast, { params: { id }, body: {} })
  await waitUntil(async () =>
    (await (await fetchOk(viewer, `${folder}/low/index.m3u8`)).text()).includes('#EXT-X-ENDLIST'),
  )
  await logPackagingDelay(id, frames)
  const numbers = Array.from({ length: 30 * seconds }, (_, n) => n)
  for (const name of ['source', 'low']) {
    const shown = await readFrameNumbers(await downloadLiveRendition(testApp, viewer, `${folder}/${name}`))
    assert.deepEqual(
      shown.map(({ number }) => number),
      numbers,
    )
  }

  const item = await waitUntil(async () => {
    const content = await viewer.call(getContent, { params: { id } })
    return content.stream_status === 'ready' ? content : undefined
  })
  assert.ok(Math.abs(item.duration_seconds! - seconds) < 0.2, `${item.duration_seconds} s`)
  // Viewers who are still watching can finish with the live playlist.
  await fetchOk(viewer, `${folder}/low/index.m3u8`)
})

/** Logs the delays between sending the last frame of a part and storing the part. */
async function logPackagingDelay(
  id: string,
  frames: readonly { time: number; sentAt: number }[],
): Promise<void> {
  const parts = await db
    .selectFrom('broadcast_parts')
    .select(['start_time', 'duration', 'made_at'])
    .where('content_id', '=', id)
    .where('rendition', '=', 'source')
    .execute()
  const delays = parts
    .map(({ start_time, duration, made_at }) => {
      const end = start_time - timelineOffsetSeconds + duration
      return made_at.getTime() - frames.findLast(({ time }) => time < end - 0.01)!.sentAt
    })
    .toSorted((one, other) => one - other)
  const [median, worst] = [delays[Math.floor(delays.length / 2)], delays.at(-1)]
  console.log(`parts are stored ${median} ms (at most ${worst} ms) after their last frame was sent`)
}
