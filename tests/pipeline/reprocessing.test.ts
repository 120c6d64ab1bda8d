import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent } from '#contract/content/content.ts'
import { reprocessContent } from '#contract/admin/content.ts'
import { db } from '#server/platform/db/db.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { createTranscodedVideo } from '#tests/support/app/replacement-test-video.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'

let testApp: TestApp
let ada: TestUser
let admin: TestUser
before(async () => {
  testApp = await startTestApp({ env: { KEEP_ORIGINALS: '1', PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  admin = await signUpStaff(testApp, 'admin_a', 'admin')
})
after(() => testApp.close())

const never = new AbortController().signal
const renditionsOf = async (id: string) => {
  const rows = await db
    .selectFrom('renditions')
    .select(['name', 'fence', 'superseded_at'])
    .where('content_id', '=', id)
    .execute()
  return rows.filter(({ superseded_at }) => superseded_at === null)
}

test('a reprocessed video stays playable and gets new renditions from its kept original', async () => {
  const id = await createTranscodedVideo(
    ada,
    await makeTestPatternClip('mp4', { seconds: 3, width: 320, height: 180 }),
  )
  const original = await renditionsOf(id)
  assert.ok(original.length > 0 && original.every(({ fence }) => fence === 1))
  await admin.call(reprocessContent, { params: { id } })
  const waiting = await ada.call(getContent, { params: { id } })
  assert.deepEqual([waiting.stream_status, await renditionsOf(id)], ['ready', original])
  const { playback_id: playbackId } = waiting
  assert.equal((await ada.fetch(`/media/${playbackId}/master.m3u8`)).status, 200)

  await transcodeContent({ contentId: id }, { signal: never })
  const current = await renditionsOf(id)
  assert.deepEqual(
    current.map(({ name, fence }) => [name, fence]).toSorted(),
    original.map(({ name }) => [name, 2]).toSorted(),
  )
  const playlist = await (await ada.fetch(`/media/${playbackId}/master.m3u8`)).text()
  assert.match(playlist, /^2\//m)
  assert.doesNotMatch(playlist, /^1\//m)
  // The original is still there, so the video can be processed a third time.
  await admin.call(reprocessContent, { params: { id } })
})

test('a video whose processing failed for good is processed again from its original', async () => {
  const id = await createTranscodedVideo(
    ada,
    await makeTestPatternClip('mp4', { seconds: 2, width: 320, height: 180 }),
  )
  await db.updateTable('renditions').set({ superseded_at: new Date() }).where('content_id', '=', id).execute()
  await db.updateTable('streams').set({ state: 'failed', tries: 3 }).where('content_id', '=', id).execute()
  await db.updateTable('content').set({ stream_status: 'failed' }).where('id', '=', id).execute()
  assert.deepEqual(await admin.call(reprocessContent, { params: { id } }), { stream_status: 'received' })
  await transcodeContent({ contentId: id }, { signal: never })
  assert.equal((await ada.call(getContent, { params: { id } })).stream_status, 'ready')
})

test('a video that was uploaded before originals were kept cannot be processed again', async () => {
  const id = await createTranscodedVideo(
    ada,
    await makeTestPatternClip('mp4', { seconds: 2, width: 320, height: 180 }),
  )
  await db.updateTable('content').set({ file_url: null }).where('id', '=', id).execute()
  assert.match(
    await expectApiError(admin.call(reprocessContent, { params: { id } })),
    /^409 The original was deleted/,
  )
})
