import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getContent } from '#contract/content/content.ts'
import { getOwnContent } from '#contract/content/own-content.ts'
import { deleteReplacement } from '#contract/content/replacements.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { claimCase, getCase, postCaseAction } from '#contract/moderation/moderation-cases.ts'
import { openModerationCase } from '#server/moderation/cases/open-case.ts'
import { changeModerationState } from '#server/moderation/decisions/state-transitions.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { sweepUploads } from '#server/uploads/sweep-uploads.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  createTestReplacement,
  createHeldReplacement,
  createTranscodedVideo,
  fetchReplacement,
  runReplacementCleanupJobs,
  uploadTestReplacementFile,
  transcodeReplacementTestVideo,
} from '#tests/support/app/replacement-test-video.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let mia: TestUser
let clip: Buffer
let other: Buffer
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  mia = await signUpStaff(testApp, 'mia', 'moderator')
  await sql`update users set created_at = now() - interval '30 days'`.execute(db)
  clip = await makeTestPatternClip('mp4', { seconds: 4, width: 320, height: 180 })
  other = await makeTestPatternClip('mp4', { seconds: 2, width: 320, height: 180 })
})
after(() => testApp.close())

const openCase = (id: string, priority = 2) =>
  transaction((tx) => openModerationCase(tx, { subject: 'content', contentId: id, userId: ada.id, priority }))
const durationOf = async (id: string) => (await ada.call(getOwnContent, { params: { id } })).duration_seconds!

test('only the owner can replace the file of a video, and the new file is checked like any upload', async () => {
  const id = await createTranscodedVideo(ada, clip)
  assert.match(await expectApiError(createTestReplacement(bob, id)), /^404/)
  assert.match(await expectApiError(bob.call(deleteReplacement, { params: { id } })), /^404/)
  assert.match(await expectApiError(createTestReplacement(testApp.anonymousUser(), id)), /^401/)
  assert.match(await expectApiError(createTestReplacement(ada, id, 2 ** 40)), /^413/)
  const { uploadURL } = await createTestReplacement(ada, id)
  const path = new URL(uploadURL).pathname
  assert.equal((await bob.fetch(path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).status, 404)
  assert.match(await expectApiError(createTestReplacement(ada, id)), /^409 Already replacing/)
  const form = new FormData()
  form.set('file', new Blob([Buffer.alloc(1000, 'text')]), 'new.mp4')
  assert.equal((await ada.fetch(path, { method: 'POST', body: form })).status, 422)
  assert.equal(
    await fetchReplacement(ada, id),
    null,
    'an invalid file cancels the replacement and keeps the video',
  )
  assert.equal((await bob.call(getContent, { params: { id } })).id, id)
})

test('the file of a video cannot be replaced while the video is processing, under review or removed', async () => {
  const unfinished = await createPublishedVideo(ada, { title: 'Unfinished' })
  await db.updateTable('content').set({ stream_status: 'received' }).where('id', '=', unfinished).execute()
  assert.match(await expectApiError(createTestReplacement(ada, unfinished)), /^409 Not ready yet/)
  const id = await createTranscodedVideo(ada, clip)
  await bob.call(postComment, { params: { id }, body: { body: 'Hello' } })
  const { id: caseId } = await openCase(id)
  assert.match(await expectApiError(createTestReplacement(ada, id)), /^409 Under review/)
  await transaction((tx) =>
    changeModerationState(tx, { subject: 'content', id }, 'removed', {
      kind: 'system',
      reason: 'staff',
      caseId,
    }),
  )
  assert.match(await expectApiError(createTestReplacement(ada, id)), /^409 Video removed/)
})

test('discarding an abandoned replacement upload keeps the video', async () => {
  const id = await createTranscodedVideo(ada, clip)
  await createTestReplacement(ada, id)
  await sweepUploads(Date.now() + 8 * 24 * 3600_000)
  assert.equal(await fetchReplacement(ada, id), null)
  assert.equal((await bob.call(getContent, { params: { id } })).id, id)
  await runReplacementCleanupJobs()
})

test('a replacement file under review is visible only to the moderator who claimed the case', async () => {
  const { id, caseId } = await createHeldReplacement(ada, clip, other)
  const { playback_id } = await bob.call(getContent, { params: { id } })
  const held = `/media/${playback_id}/replacement.m3u8`
  const segment = `/media/${playback_id}/2/240p/index.m3u8`
  const statuses = (who: TestUser) =>
    Promise.all([held, segment].map(async (path) => (await who.fetch(path)).status))
  assert.deepEqual(await statuses(bob), [404, 404])
  assert.deepEqual(await statuses(ada), [404, 404])
  assert.deepEqual(await statuses(mia), [404, 404])
  await mia.call(claimCase, { params: { id: caseId } })
  const { detail } = await mia.call(getCase, { params: { id: caseId } })
  assert.equal(detail!.content!.media!.replacement_url, held)
  const playlist = await (await mia.fetch(held)).text()
  assert.match(playlist, /^2\//m)
  const variant = playlist.split('\n').find((line) => line.startsWith('2/'))!
  assert.equal((await mia.fetch(`/media/${playback_id}/${variant}`)).status, 200)
  assert.equal((await bob.fetch(`/media/${playback_id}/${variant}`)).status, 404)
  const duration = await durationOf(id)
  await mia.call(postCaseAction, {
    params: { id: caseId },
    body: { action: 'dismiss', facts: 'Nothing wrong.' },
  })
  assert.equal((await fetchReplacement(ada, id))?.state, 'replaced')
  assert.ok((await durationOf(id)) < duration)
  assert.equal((await bob.fetch(`/media/${playback_id}/${variant}`)).status, 200)
})

test('removing a video cancels the pending replacement of its file', async () => {
  const { id, caseId } = await createHeldReplacement(ada, clip, other)
  await mia.call(claimCase, { params: { id: caseId } })
  await mia.call(postCaseAction, {
    params: { id: caseId },
    body: { action: 'remove', rule: 'bullying', facts: 'It makes fun of a classmate.' },
  })
  const ended = await fetchReplacement(ada, id)
  assert.deepEqual([ended?.state, ended?.error?.title], ['refused', 'Video removed'])
  await runReplacementCleanupJobs()
})

test('a replacement file that resembles removed media is held for review, and the current file stays', async () => {
  const removed = await createTranscodedVideo(bob, other)
  const id = await createTranscodedVideo(
    ada,
    await makeTestPatternClip('avi', { seconds: 4, width: 160, height: 90 }),
  )
  const duration = await durationOf(id)
  // Stores an all-zero SHA-256 hash for the removed video, so only its perceptual hash can match.
  await db
    .insertInto('removed_media_hashes')
    .columns(['content_id', 'sha256', 'perceptual_hash', 'priority'])
    .expression((from) =>
      from
        .selectFrom('media_hashes')
        .select((row) => [
          'content_id',
          row.val(Buffer.alloc(32)).as('sha256'),
          'perceptual_hash',
          row.lit(0).as('priority'),
        ])
        .where('content_id', '=', removed),
    )
    .execute()
  await uploadTestReplacementFile(ada, id, other)
  await transcodeReplacementTestVideo(id)
  assert.equal((await fetchReplacement(ada, id))?.state, 'held')
  assert.equal(await durationOf(id), duration)
  const item = await ada.call(getOwnContent, { params: { id } })
  assert.equal(item.moderation, 'approved')
  const open = await db
    .selectFrom('cases')
    .select('priority')
    .where('content_id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
  assert.deepEqual(open, [{ priority: 0 }])
})
