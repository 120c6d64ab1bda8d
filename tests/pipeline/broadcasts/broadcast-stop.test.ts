/*
 * When a moderator stops a broadcast, viewers never receive the last seconds before the stop, either live or in the
 * recording. The only exception is one second of video that players may already have buffered.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import * as contract from '#contract/broadcasts/broadcasts.ts'
import { getContent } from '#contract/content/content.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import {
  downloadLiveRendition,
  fetchOk,
  sendChunk,
  startBroadcast,
  startBroadcastTestApp,
} from '#tests/support/app/broadcast-test-app.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createLiveSource, readFrameNumbers } from '#tests/support/media/live-sources.ts'
import { sendInRealTime } from '#tests/support/media/real-time-source.ts'

const seconds = 7
const delaySeconds = 3
let testApp: Awaited<ReturnType<typeof startBroadcastTestApp>>
before(async () => (testApp = await startBroadcastTestApp({ working: true })))
after(() => testApp.close())

test('a stopped broadcast never shows what was held back', async () => {
  const path = join(testApp.dataDir, 'source.mkv')
  const source = await readFile(
    await createLiveSource(path, { container: 'matroska', seconds, keyframes: 1 }),
  )
  const ada = await testApp.signUpBroadcaster('ada')
  const mia = await signUpStaff(testApp, 'mia', 'moderator')
  const viewer = testApp.anonymousUser()
  const { id } = await startBroadcast(ada, { delaySeconds })
  const sending = sendInRealTime(source, { seconds }, async (number, chunk) => {
    await sendChunk(ada, id, number, chunk)
  })
  const { playlist_url } = await waitUntil(async () => {
    const broadcast = await ada.call(contract.getBroadcast, { params: { id } })
    return broadcast.playlist_url ? broadcast : undefined
  })
  const folder = playlist_url!.replace('/master.m3u8', '')
  await fetchOk(viewer, playlist_url!)
  const listParts = () =>
    db
      .selectFrom('broadcast_parts')
      .select(['rendition', 'segment_number', 'part_index', 'object_name', 'made_at'])
      .where('content_id', '=', id)
      .execute()
  await waitUntil(async () => (await listParts()).length >= 32)
  const partUrl = (part: Awaited<ReturnType<typeof listParts>>[number]) =>
    `${folder}/${part.rendition}/${part.segment_number}.${part.part_index}.m4s`

  // The moderator sees all parts. Viewers keep requesting all of them, even while the broadcast is being
  // stopped.
  const partsBefore = await listParts()
  for (const part of partsBefore) await fetchOk(mia, partUrl(part))
  // When each part was last requested successfully.
  const seen = new Map<string, number>()
  const asking = new AbortController()
  let rounds = 0
  const hammering = Array.from({ length: 4 }, async () => {
    for (; !asking.signal.aborted; rounds += 1)
      for (const part of partsBefore) {
        const requested = performance.now()
        const response = await viewer.fetch(partUrl(part))
        if (response.status === 200) seen.set(partUrl(part), requested)
      }
  })
  await waitUntil(() => rounds >= 4)
  const stopped = performance.now()
  await mia.call(contract.stopBroadcast, { params: { id }, body: { reason: 'Shows a private address' } })
  const stopMs = performance.now() - stopped
  const stoppedAt = performance.now()
  const { ended_at } = await db
    .selectFrom('broadcasts')
    .select('ended_at')
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  await waitUntil(async () =>
    (await (await fetchOk(viewer, `${folder}/source/index.m3u8`)).text()).includes('#EXT-X-ENDLIST'),
  )
  console.log(
    `stopped in ${Math.round(stopMs)} ms, and ended for viewers ${Math.round(performance.now() - stopped)} ms after the request`,
  )
  await sending
  // The viewers keep requesting parts until the delay has passed for all parts that were created before the
  // stop.
  await waitUntil(() => Date.now() > ended_at!.getTime() + (delaySeconds + 1) * 1000)
  asking.abort()
  await Promise.all(hammering)

  const kept = new Set((await listParts()).map(partUrl))
  assert.ok(kept.size > 0 && kept.size < partsBefore.length, `${kept.size} of ${partsBefore.length} kept`)
  const cut = partsBefore.filter((part) => !kept.has(partUrl(part)))
  const servedUntil = ended_at!.getTime() - 1000 * (delaySeconds - broadcastLimits.playerBufferSeconds)
  for (const part of cut.filter((one) => seen.has(partUrl(one)))) {
    assert.ok(seen.get(partUrl(part))! < stoppedAt, `${partUrl(part)} was served after the stop`)
    assert.ok(part.made_at.getTime() <= servedUntil, `${partUrl(part)} was served too early`)
  }
  for (const part of cut)
    for (const who of [viewer, ada, mia]) assert.equal((await who.fetch(partUrl(part))).status, 404)
  for (const part of partsBefore.filter((one) => kept.has(partUrl(one)))) await fetchOk(viewer, partUrl(part))
  const { status } = await sendChunk(ada, id, 4 * seconds, 'more')
  assert.equal(status, 410)

  // Nothing that was held back remains in storage, and the recording matches what viewers could see.
  const { playback_id } = (await waitUntil(async () => {
    const content = await viewer.call(getContent, { params: { id } })
    return content.stream_status === 'ready' ? content : undefined
  })) as { playback_id: string }
  const files = await Array.fromAsync(storage.list(`media/${playback_id}/live`))
  const stored = files.filter((key) => /\d+\.\d+(\.trimmed)?\.m4s$/.test(key))
  assert.equal(stored.length, kept.size)
  assert.deepEqual(
    files.filter((key) => key.includes('/chunks/')),
    [],
  )
  const aired = await readFrameNumbers(await downloadLiveRendition(testApp, viewer, `${folder}/source`))
  const recording = await readFrameNumbers(await downloadRecording(playback_id))
  const numbers = aired.map(({ number }) => number)
  assert.deepEqual(
    recording.map(({ number }) => number),
    numbers.slice(0, recording.length),
  )
  // Remuxing can drop the last frame.
  assert.ok(recording.length >= numbers.length - 1)
  const { end_reason, end_detail } = await db
    .selectFrom('broadcasts')
    .select(['end_reason', 'end_detail'])
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([end_reason, end_detail], ['moderator', 'Shows a private address'])
  const entries = await db.selectFrom('audit_log').select('entry').execute()
  const actions = entries.map(({ entry }) => (JSON.parse(entry) as { action: string }).action)
  assert.equal(actions.filter((action) => action === 'stop_broadcast').length, 1)
})

/** Joins the files of the recording's best rendition. Returns the file's path. */
async function downloadRecording(playbackId: string): Promise<string> {
  const viewer = testApp.anonymousUser()
  const master = await (await fetchOk(viewer, `/media/${playbackId}/master.m3u8`)).text()
  const playlists = master.split('\n').filter((line) => line.endsWith('/index.m3u8'))
  const source = playlists.find((line) => line.includes('source')) ?? playlists[0]!
  const folder = `/media/${playbackId}/${source.replace('/index.m3u8', '')}`
  return downloadLiveRendition(testApp, viewer, folder)
}
