/*
 * The exact end of a broadcast that was stopped: the recording contains exactly what was captured before the delay, even
 * if this is in the middle of a part.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { packageLiveSource } from '#media/live/package-live-source.ts'
import type { LiveEvent } from '#media/live/live-events.ts'
import { timelineOffsetSeconds } from '#media/live/live-ffmpeg-command.ts'
import {
  broadcastStorageKey,
  initObjectName,
  partObjectName,
} from '#server/broadcasts/broadcast-storage-keys.ts'
import { runBroadcastChores } from '#server/broadcasts/ingest/broadcast-chores.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { goOnAir, startBroadcastTestApp } from '#tests/support/app/broadcast-test-app.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { createLiveSource, inChunks, readFrameNumbers } from '#tests/support/media/live-sources.ts'

const fps = 30
const delaySeconds = 10
/** How long after the capture of its end a part is stored, in seconds. */
const storingSeconds = [0.25, 0.5, 0.4]

let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
let events: LiveEvent[]
before(async () => {
  testApp = await startBroadcastTestApp()
  const path = join(testApp.dataDir, 'source.mkv')
  await createLiveSource(path, { container: 'matroska', seconds: 14, keyframes: 1, size: '160x96' })
  const source = inChunks(await readFile(path))
  events = await Array.fromAsync(packageLiveSource({ container: 'matroska', source }))
})
after(() => testApp.close())

/**
 * Stores the parts of the source rendition as if the broadcast had been sent in real time until now. Returns the time at
 * which the first frame was captured, in milliseconds.
 */
async function storeParts(id: string, playbackId: string): Promise<number> {
  const parts = events
    .filter((event) => event.type === 'part')
    .filter(({ rendition }) => rendition === 'source')
  const end = parts.at(-1)!.startTime + parts.at(-1)!.duration
  const captureOffset = Date.now() - 1000 * (end + storingSeconds[(parts.length - 1) % 3]!)
  const store = (name: string, bytes: Buffer) =>
    storage.putBytes(broadcastStorageKey(playbackId, name), bytes)
  const init = events.find((event) => event.type === 'init' && event.rendition === 'source')
  assert.ok(init?.type === 'init')
  const { rendition, codecs, width, height } = init
  const initName = initObjectName(1, rendition)
  await store(initName, init.bytes)
  await db
    .insertInto('broadcast_renditions')
    .values({ content_id: id, rendition, codecs, width, height, object_name: initName })
    .execute()
  for (const [n, part] of parts.entries()) {
    const objectName = partObjectName(1, rendition, part.sequence, part.partIndex)
    await store(objectName, part.bytes)
    await db
      .insertInto('broadcast_parts')
      .values({
        content_id: id,
        rendition,
        segment_number: part.sequence,
        part_index: part.partIndex,
        start_time: part.startTime,
        segment_start_time: part.segmentStartTime,
        duration: part.duration,
        is_independent: part.independent,
        ends_segment: part.endsSegment,
        byte_length: part.byteLength,
        resume_offset: part.resumeOffset,
        object_name: objectName,
        made_at: new Date(captureOffset + 1000 * (part.startTime + part.duration + storingSeconds[n % 3]!)),
      } as never)
      .execute()
  }
  return captureOffset + 1000 * timelineOffsetSeconds
}

test('the recording of a stopped broadcast ends with the last frame that was captured before the delay', async () => {
  const { id } = await goOnAir(testApp, 'ada')
  const mia = await signUpStaff(testApp, 'mia', 'moderator')
  const find = db.selectFrom('content').select(['playback_id', 'file_url']).where('id', '=', id)
  const { playback_id: playbackId } = await find.executeTakeFirstOrThrow()
  const firstCapturedAt = await storeParts(id, playbackId)
  await mia.call(contract.stopBroadcast, { params: { id }, body: { reason: 'Shows a private address' } })
  const { ended_at } = await db
    .selectFrom('broadcasts')
    .select('ended_at')
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  await runBroadcastChores()

  const { file_url } = await find.executeTakeFirstOrThrow()
  const stored = await storage.open(file_url!)
  const path = join(testApp.dataDir, 'recording.mp4')
  await writeFile(path, Buffer.from(await new Response(stored!.body).arrayBuffer()))
  const numbers = (await readFrameNumbers(path)).map(({ number }) => number)
  assert.deepEqual(numbers, [...numbers.keys()])
  const lastCapturedAt = firstCapturedAt + (1000 * numbers.at(-1)!) / fps
  const age = (ended_at!.getTime() - lastCapturedAt) / 1000
  // The server assumes that storing a part takes at least 0.1 s, and the fastest of these parts took 0.25 s.
  assert.ok(age >= delaySeconds, `the last frame was captured ${age} s before the stop`)
  assert.ok(age < delaySeconds + 0.15 + 2 / fps, `the last frame was captured ${age} s before the stop`)

  // Nothing else is left of the parts after it.
  const rows = await db
    .selectFrom('broadcast_parts')
    .select('object_name')
    .where('content_id', '=', id)
    .execute()
  const files = await Array.fromAsync(storage.list(`media/${playbackId}/live`))
  assert.deepEqual(
    files.filter((key) => !key.endsWith('/init.mp4')).toSorted(),
    rows.map(({ object_name }) => broadcastStorageKey(playbackId, object_name)).toSorted(),
  )
})
