import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { deleteReplacement } from '#contract/content/replacements.ts'
import { claimCase, postCaseAction } from '#contract/moderation/moderation-cases.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createNotifications } from '#server/notifications/create-notifications.ts'
import { db } from '#server/platform/db/db.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import {
  createHeldReplacement,
  createTranscodedVideo,
  uploadAndTranscodeTestReplacement,
  fetchReplacement,
  uploadTestReplacementFile,
  transcodeReplacementTestVideo,
} from '#tests/support/app/replacement-test-video.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'

let testApp: TestApp
let bob: TestUser
let mia: TestUser
let clip: Buffer
let other: Buffer
let broken: Buffer
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  bob = await testApp.signUpMember('bob')
  mia = await signUpStaff(testApp, 'mia', 'moderator')
  clip = await makeTestPatternClip('mp4', { seconds: 4, width: 320, height: 180 })
  other = await makeTestPatternClip('mp4', { seconds: 2, width: 320, height: 180 })
  broken = Buffer.concat([other.subarray(0, 64), Buffer.alloc(6000)])
})
after(() => testApp.close())

async function creator(name: string): Promise<TestUser> {
  const person = await testApp.signUpMember(name)
  await sql`update users set created_at = now() - interval '30 days'`.execute(db)
  return person
}

/** Runs the waiting notification jobs, as a worker would, and returns the person's notifications. */
async function notificationsOf(person: TestUser) {
  const { rows } = await sql<{ data: Parameters<typeof createNotifications>[0][number] }>`
    delete from pgboss.job where name = 'create-notifications' returning data`.execute(db)
  await createNotifications(rows.map(({ data }) => data))
  const { items } = await person.call(listNotifications, { query: {} })
  return items.map(({ kind, content, error }) => [kind, content?.title, error?.title])
}

test('the owner of a video is notified when a replacement file is published, or is told why the file was refused', async () => {
  const ada = await creator('ada')
  const id = await createTranscodedVideo(ada, clip)
  assert.deepEqual(await notificationsOf(ada), [['upload_ready', 'Pier', undefined]])
  await uploadAndTranscodeTestReplacement(ada, id, broken)
  const reason = (await fetchReplacement(ada, id))!.error!.title
  assert.deepEqual(await notificationsOf(ada), [['replacement_failed', 'Pier', reason]])
  await uploadAndTranscodeTestReplacement(ada, id, other)
  assert.deepEqual(await notificationsOf(ada), [['replacement_ready', 'Pier', undefined]])
  assert.deepEqual(await notificationsOf(bob), [])
})

test('the notification about a failed replacement disappears when the owner dismisses the failure', async () => {
  const ada = await creator('cleo')
  const id = await createTranscodedVideo(ada, clip)
  await uploadAndTranscodeTestReplacement(ada, id, broken)
  assert.equal((await notificationsOf(ada))[0]?.[0], 'replacement_failed')
  await ada.call(deleteReplacement, { params: { id } })
  assert.deepEqual(await notificationsOf(ada), [])
})

test('when a moderator rejects a replacement file, the video’s owner is notified only about the decision', async () => {
  const ada = await creator('dan')
  const { id, caseId } = await createHeldReplacement(ada, clip, other)
  await notificationsOf(ada)
  await mia.call(claimCase, { params: { id: caseId } })
  await mia.call(postCaseAction, {
    params: { id: caseId },
    body: { action: 'refuse_replacement', rule: 'bullying', facts: 'It makes fun of a classmate.' },
  })
  assert.deepEqual(
    (await notificationsOf(ada)).map(([kind]) => kind),
    ['decision', 'upload_ready'],
  )
  assert.equal((await fetchReplacement(ada, id))?.state, 'refused')
})

test('only the owner’s open pages receive live updates about a file replacement', async () => {
  const ada = await creator('eve')
  const id = await createTranscodedVideo(ada, clip)
  await uploadTestReplacementFile(ada, id, other)
  const [own, foreign] = [await listenToContentUpdates(ada, id), await listenToContentUpdates(bob, id)]
  const heard = own.next('stream')
  await transcodeReplacementTestVideo(id)
  await heard
  assert.deepEqual(
    foreign.heard.filter(({ name }) => name === 'stream'),
    [],
  )
  await own.stop()
  await foreign.stop()
})
