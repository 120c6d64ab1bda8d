import assert from 'node:assert/strict'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getContent } from '#contract/content/content.ts'
import { deleteContent, getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { deleteReplacement } from '#contract/content/replacements.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { sweepFiles } from '#server/operations/sweep/sweep-files.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import { db } from '#server/platform/db/db.ts'
import { sweepOldRenditions } from '#server/transcoding/sweep-transcodes.ts'
import { eraseDeletedContent } from '#server/uploads/erase-content.ts'
import {
  createTestReplacement,
  createTranscodedVideo,
  uploadAndTranscodeTestReplacement,
  fetchReplacement,
  runReplacementCleanupJobs,
  uploadTestReplacementFile,
  transcodeReplacementTestVideo,
} from '#tests/support/app/replacement-test-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let current: Buffer
let shorter: Buffer
let broken: Buffer
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  await sql`update users set created_at = now() - interval '30 days'`.execute(db)
  current = await makeTestPatternClip('mp4', { seconds: 20, width: 320, height: 180 })
  shorter = await makeTestPatternClip('mp4', { seconds: 2, width: 320, height: 180 })
  broken = Buffer.concat([shorter.subarray(0, 64), Buffer.alloc(6000)])
})
after(() => testApp.close())

const seen = (id: string) => bob.call(getContent, { params: { id } })
const master = async (playbackId: string) => {
  const response = await bob.fetch(`/media/${playbackId}/master.m3u8`)
  assert.equal(response.status, 200)
  return response.text()
}
const firstVariant = (playlist: string) => playlist.split('\n').find((line) => /^\d+\//.test(line))!
const filesOf = (folder: string) =>
  readdir(join(testApp.dataDir, 'files', folder), { recursive: true }).catch(() => [])
const uploadedFiles = () => filesOf('uploads')
const findings = async () =>
  (await verifySiteIntegrity()).findings.map(({ code, where }) => `${code} ${where}`)

/** Returns the folders of the attempts whose files are stored. */
const attempts = async (playbackId: string) =>
  (await readdir(join(testApp.dataDir, 'files/media', playbackId)))
    .filter((name) => /^\d+$/.test(name))
    .toSorted()

test('a video plays its current file until the replacement is complete, and keeps its likes, comments and other data', async () => {
  const id = await createTranscodedVideo(ada, current)
  const { playback_id: playbackId, stream_id } = await ada.call(getOwnContent, { params: { id } })
  assert.ok(playbackId)
  await bob.call(putLike, { params: { id } })
  await bob.call(postComment, { params: { id }, body: { body: 'First!' } })
  const chapters = [0, 5, 10, 15].map((seconds) => ({ seconds, title: `Part ${seconds}` }))
  await ada.call(updateContent, { params: { id }, body: { custom_chapters: chapters } })
  await db.insertInto('watch_history').values({ user_id: bob.id, content_id: id, seconds: 12 }).execute()
  await db.updateTable('content').set({ is_featured: true }).where('id', '=', id).execute()
  const original = await seen(id)
  const playlist = await master(playbackId)
  const oldVariant = firstVariant(playlist)

  await uploadTestReplacementFile(ada, id, shorter)
  assert.equal((await fetchReplacement(ada, id))?.state, 'received')
  assert.equal(await master(playbackId), playlist)
  assert.deepEqual(await findings(), [])
  await transcodeReplacementTestVideo(id)
  assert.equal((await fetchReplacement(ada, id))?.state, 'replaced')

  const replaced = await seen(id)
  assert.notEqual(firstVariant(await master(playbackId)), oldVariant)
  assert.ok(replaced.duration_seconds! < 3, String(replaced.duration_seconds))
  const kept = ({
    likes_count,
    comments_count,
    playback_id,
    created_at,
    title,
    stream_url,
  }: typeof original) => ({
    likes_count,
    comments_count,
    playback_id,
    created_at,
    title,
    stream_url,
  })
  assert.deepEqual(kept(replaced), kept(original))
  assert.equal(replaced.likes_count, 1)
  assert.equal((await ada.call(getOwnContent, { params: { id } })).stream_id, stream_id)
  assert.equal(replaced.is_featured, false)
  assert.deepEqual(replaced.chapters, [])
  const { seconds } = await db
    .selectFrom('watch_history')
    .select('seconds')
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(seconds, 0)

  // Viewers who are already watching can watch the previous file to its end.
  assert.equal((await bob.fetch(`/media/${playbackId}/${oldVariant}`)).status, 200)
  await runReplacementCleanupJobs()
  assert.deepEqual(await uploadedFiles(), [])
  assert.deepEqual(await findings(), [])
  await sweepOldRenditions(Date.now() + 7 * 3600_000)
  assert.deepEqual(await attempts(playbackId), [firstVariant(await master(playbackId)).split('/')[0]])
  assert.deepEqual(await findings(), [])
})

test('an unplayable replacement file is refused with the reason, and the current file stays', async () => {
  const id = await createTranscodedVideo(ada, shorter)
  const { playback_id } = await seen(id)
  const playlist = await master(playback_id!)
  await uploadAndTranscodeTestReplacement(ada, id, broken)
  const refused = await fetchReplacement(ada, id)
  assert.equal(refused?.state, 'refused')
  assert.ok(refused.error!.detail.length > 10)
  assert.equal(await master(playback_id!), playlist)
  await runReplacementCleanupJobs()
  assert.deepEqual(await uploadedFiles(), [])
  await uploadAndTranscodeTestReplacement(ada, id, shorter)
  assert.equal((await fetchReplacement(ada, id))?.state, 'replaced')
  await runReplacementCleanupJobs()
})

test('another worker takes over a killed worker’s replacement, and the new file takes effect exactly once', async () => {
  const id = await createTranscodedVideo(ada, shorter)
  const { playback_id } = await seen(id)
  await uploadTestReplacementFile(ada, id, current)
  const stale = transcodeReplacementTestVideo(id)
  const state = () =>
    db.selectFrom('stream_replacements').selectAll().where('content_id', '=', id).executeTakeFirstOrThrow()
  await waitUntil(async () => (await state()).state === 'encoding')
  await assert.rejects(transcodeReplacementTestVideo(id), /another worker/)
  await db
    .updateTable('stream_replacements')
    .set({ heartbeat_at: new Date(0) })
    .where('content_id', '=', id)
    .execute()
  await Promise.all([stale, transcodeReplacementTestVideo(id)])
  const { fence, state: ended } = await state()
  assert.deepEqual([fence, ended], [3, 'replaced'])
  const active = await db
    .selectFrom('renditions')
    .select('fence')
    .where('content_id', '=', id)
    .where('superseded_at', 'is', null)
    .distinct()
    .execute()
  assert.deepEqual(active, [{ fence: 3 }])
  await runReplacementCleanupJobs()
  assert.deepEqual(await attempts(playback_id!), ['1', '3'])
  // The job can run twice.
  await transcodeReplacementTestVideo(id)
  assert.equal((await state()).fence, 3)
  assert.deepEqual(await findings(), [])
})

test('cancelling a replacement deletes the uploaded bytes, and a transcoding attempt that is already running publishes nothing', async () => {
  const id = await createTranscodedVideo(ada, shorter)
  const { playback_id } = await seen(id)
  const playlist = await master(playback_id!)
  await createTestReplacement(ada, id)
  assert.equal((await uploadedFiles()).length, 1)
  await ada.call(deleteReplacement, { params: { id } })
  assert.equal(await fetchReplacement(ada, id), null)
  await runReplacementCleanupJobs()
  assert.deepEqual(await uploadedFiles(), [])

  await uploadTestReplacementFile(ada, id, current)
  const running = transcodeReplacementTestVideo(id)
  await waitUntil(async () => (await fetchReplacement(ada, id))?.state === 'encoding')
  await ada.call(deleteReplacement, { params: { id } })
  await running
  await runReplacementCleanupJobs()
  assert.equal(await fetchReplacement(ada, id), null)
  assert.equal(await master(playback_id!), playlist)
  assert.deepEqual(await attempts(playback_id!), ['1'])
  assert.deepEqual(await uploadedFiles(), [])
  assert.deepEqual(await findings(), [])
})

test('deleting a video during the replacement of its file leaves no files behind', async () => {
  const id = await createTranscodedVideo(ada, shorter)
  const { playback_id } = await seen(id)
  await uploadTestReplacementFile(ada, id, current)
  const running = transcodeReplacementTestVideo(id)
  await waitUntil(async () => (await fetchReplacement(ada, id))?.state === 'encoding')
  await ada.call(deleteContent, { params: { id } })
  await eraseDeletedContent({ contentId: id })
  await running
  assert.deepEqual(await filesOf(`media/${playback_id}`), [])
  assert.deepEqual(await uploadedFiles(), [])
  assert.deepEqual(await findings(), [])
})

test('the file sweep keeps the files of an open replacement, and deletes those of a cancelled one', async () => {
  const id = await createTranscodedVideo(ada, shorter)
  const { playback_id } = await seen(id)
  await uploadTestReplacementFile(ada, id, shorter)
  const old = new Date(Date.now() - 2 * 3600_000)
  const upload = join(testApp.dataDir, 'files/uploads', (await uploadedFiles())[0]!)
  await utimes(upload, old, old)
  await sweepFiles()
  assert.equal((await uploadedFiles()).length, 1)
  await transcodeReplacementTestVideo(id)
  assert.equal((await fetchReplacement(ada, id))?.state, 'replaced')
  assert.deepEqual(await attempts(playback_id!), ['1', '2'])
  await sweepFiles()
  assert.deepEqual(await attempts(playback_id!), ['1', '2'])
  await runReplacementCleanupJobs()
})
