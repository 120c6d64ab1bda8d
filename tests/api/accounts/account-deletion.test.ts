import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import sharp from 'sharp'
import { signIn, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { sendPasswordResetEmail } from '#contract/auth/passwords.ts'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { accountDeletionSubject, sendContactMessage } from '#contract/contact/contact-form.ts'
import { cancelAccountDeletion } from '#contract/accounts/account-deletion.ts'
import { getContent, getRelatedContent, listContent } from '#contract/content/content.ts'
import { listOwnContent } from '#contract/content/own-content.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { contentEventsPath } from '#contract/live-updates.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getProfile, getProfileById, updateProfile } from '#contract/people/profiles.ts'
import { log } from '#server/platform/log.ts'
import { eraseAccountsDueForErasure } from '#server/account-deletion/erase-account.ts'
import { db } from '#server/platform/db/db.ts'
import { storage, setStorage } from '#server/platform/storage/storage.ts'
import { findRowsContaining } from '#tests/support/app/database-rows.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listSentEmails, waitForEmail } from '#tests/support/app/sent-emails.ts'
import { createPlayableVideo } from '#tests/support/fixtures/playable-video.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

const requestDeletion = (who: TestUser) =>
  who.call(sendContactMessage, {
    body: {
      firstName: who.name,
      lastName: 'Example',
      email: `${who.name}@example.com`,
      subject: accountDeletionSubject,
      message: `I am ${who.name} and I am off.`,
      confirmed: true,
    },
  })
const hoursLater = (who: TestUser, hours: number) =>
  db
    .updateTable('profiles')
    .set({ deletion_scheduled_at: new Date(Date.now() - hours * 3600_000) })
    .where('user_id', '=', who.id)
    .execute()
const countsOf = async (id: string) => {
  const { likes_count, comments_count } = await testApp.anonymousUser().call(getContent, { params: { id } })
  return [likes_count, comments_count]
}
const commentsOf = async (id: string) =>
  (await testApp.anonymousUser().call(listComments, { params: { id }, query: {} })).items.map(
    ({ body }) => body,
  )

test('confirming an account deletion immediately hides the account and its content from everybody else', async () => {
  const stays = await testApp.signUpMember('stays')
  const quinn = await testApp.signUpMember('quinn')
  const { id: theirs, playback_id } = await createPlayableVideo(quinn, ['seg_00001.m4s'])
  const other = await createPublishedVideo(stays, { title: 'Still here', type: 'story' })
  await quinn.call(putLike, { params: { id: other } })
  await quinn.call(postComment, { params: { id: other }, body: { body: 'quinn was here' } })
  await waitUntil(async () => (await stays.call(listNotifications, { query: {} })).items.length > 0)
  const control = await createPlayableVideo(stays, ['seg_00001.m4s'])
  const statuses = (one: TestUser, id: string) =>
    Promise.all(
      [`/api/embed/${id}`, `/media/${id}/master.m3u8`].map(async (path) => (await one.fetch(path)).status),
    )
  assert.deepEqual(await statuses(testApp.anonymousUser(), control.playback_id), [200, 200])

  const { deletion } = await requestDeletion(quinn)
  const hours = (until: string) => Math.round((Date.parse(until) - Date.now()) / 3600_000)
  assert.deepEqual([hours(deletion!.cancel_until), hours(deletion!.erased_by)], [24, 48])

  const anybody = [testApp.anonymousUser(), stays]
  for (const one of anybody) {
    const gone = (work: Promise<unknown>) => expectApiError(work).then((text) => text.slice(0, 3))
    assert.equal(await gone(one.call(getProfile, { params: { username: 'quinn' } })), '404')
    assert.equal(await gone(one.call(getProfileById, { params: { id: quinn.id } })), '404')
    assert.equal(await gone(one.call(getContent, { params: { id: theirs } })), '404')
    assert.equal(await gone(one.call(listComments, { params: { id: theirs }, query: {} })), '404')
    assert.deepEqual(await statuses(one, playback_id), [404, 404])
    const lists = [
      await one.call(listContent, { query: { content_type: 'story' } }),
      await one.call(listContent, { query: { creator: quinn.id } }),
      await one.call(getRelatedContent, { params: { id: other } }),
    ]
    assert.ok(!JSON.stringify(lists).includes('uinn'))
    assert.deepEqual(await commentsOf(other), [])
  }
  const rung = JSON.stringify(await stays.call(listNotifications, { query: {} }))
  assert.ok(!rung.includes('quinn'), 'the bell names nobody who is leaving')
  await waitUntil(async () => (await countsOf(other))[1] === 0)

  // Until the account is deleted, its owner still sees everything and can cancel the deletion, but cannot
  // create anything new.
  assert.equal((await quinn.call(listOwnContent, { query: {} })).items.length, 1)
  assert.ok((await quinn.call(getSession, {})).me?.leaving_at)
  const busy = /^409 Account scheduled for deletion/
  assert.match(
    await expectApiError(quinn.call(postComment, { params: { id: other }, body: { body: 'hi' } })),
    busy,
  )
  assert.match(await expectApiError(quinn.call(updateProfile, { body: { bio: 'still me' } })), busy)
  const sentEmail = await waitForEmail(testApp, 'quinn@example.com', 'will be deleted')
  assert.match(
    sentEmail.text,
    /cancel the deletion on your dashboard by \d+ \w+ \d{4}, \d\d:\d\d UTC[^]*\/dashboard/,
  )
})

test('an open watch page stops playing shortly after the video’s owner confirms an account deletion', async () => {
  const vic = await testApp.signUpMember('vic')
  const id = await createPublishedVideo(vic)
  const watching = await testApp.anonymousUser().fetch(contentEventsPath(id))
  const reader = watching.body!.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const gone = (async () => {
    while (!received.includes('event: gone')) received += (await reader.read()).value ?? ''
  })()
  await requestDeletion(vic)
  await gone
})

test('cancelling an account deletion within 24 hours restores everything', async () => {
  const stays = await testApp.signUpMember('stays2')
  const rob = await testApp.signUpMember('rob')
  const theirs = await createPublishedVideo(rob)
  const other = await createPublishedVideo(stays)
  await rob.call(postComment, { params: { id: other }, body: { body: 'rob was here' } })
  await requestDeletion(rob)
  await waitUntil(async () => (await countsOf(other))[1] === 0)
  await hoursLater(rob, 23.9)
  await eraseAccountsDueForErasure()
  const back = testApp.anonymousUser()
  await back.call(signIn, { body: { email: 'rob@example.com', password: validPassword } })
  await back.call(cancelAccountDeletion, {})
  await back.call(cancelAccountDeletion, {})
  assert.equal((await back.call(getSession, {})).me?.leaving_at, null)
  assert.equal(
    (await testApp.anonymousUser().call(getContent, { params: { id: theirs } })).creator.username,
    'rob',
  )
  assert.deepEqual(await commentsOf(other), ['rob was here'])
  await waitUntil(async () => (await countsOf(other))[1] === 1)
})

test('requesting account deletion twice does not change the deadline', async () => {
  const lea = await testApp.signUpMember('lea')
  await requestDeletion(lea)
  await hoursLater(lea, 20)
  const { deletion } = await requestDeletion(lea)
  assert.equal(Math.round((Date.parse(deletion!.cancel_until) - Date.now()) / 3600_000), 4)
})

test('an account deletion cannot be cancelled after 24 hours', async () => {
  const amy = await testApp.signUpMember('amy')
  await requestDeletion(amy)
  await hoursLater(amy, 24.01)
  assert.match(await expectApiError(amy.call(cancelAccountDeletion, {})), /^409 Too late/)
})

test('erasing an account deletes every database row and file that contains the person’s name, email address or ID', async () => {
  const stays = await testApp.signUpMember('stays3')
  const zelda = await testApp.signUpMember('zelda_off', 18)
  await zelda.call(updateProfile, { body: { display_name: 'Zelda Offman', display_name_mode: 'full_name' } })
  const own = await withFiles(zelda)
  const other = await createPublishedVideo(stays)
  await stays.call(putLike, { params: { id: other } })
  await stays.call(postComment, { params: { id: own }, body: { body: 'nice' } })
  await zelda.call(putLike, { params: { id: other } })
  await zelda.call(postComment, { params: { id: other }, body: { body: 'bye' } })
  await testApp.anonymousUser().call(sendPasswordResetEmail, { body: { email: 'zelda_off@example.com' } })
  await requestDeletion(zelda)
  await hoursLater(zelda, 24.01)
  assert.ok((await tracesOf(zelda)).length > 5, 'the search finds what is there')

  await Promise.all([eraseAccountsDueForErasure(), eraseAccountsDueForErasure()])
  await waitForEmail(testApp, 'zelda_off@example.com', 'has been deleted')
  await waitUntil(async () => (await tracesOf(zelda)).every((trace) => trace.startsWith('pgboss.job')))
  await waitUntil(async () => (await tracesOf(zelda)).length === 0)
  assert.deepEqual(await filesOf(zelda.id, own), [])
  assert.deepEqual(await countsOf(other), [1, 0])
  assert.equal((await zelda.call(getSession, {})).me, null)
  const again = { email: 'zelda_off@example.com', password: validPassword }
  assert.match(await expectApiError(testApp.anonymousUser().call(signIn, { body: again })), /^401/)
  const last = (await listSentEmails(testApp)).filter(
    ({ to, subject }) => to.startsWith('zelda') && /has been deleted/.test(subject),
  )
  assert.equal(last.length, 1, 'two runs at once send one letter')
})

test('the next run of the erasure job completes an interrupted account erasure', async (t) => {
  const kit = await testApp.signUpMember('kit_stops')
  const own = await withFiles(kit)
  await requestDeletion(kit)
  await hoursLater(kit, 25)
  const whole = storage
  setStorage({ ...whole, remove: (key) => (key.startsWith('uploads/') ? fails() : whole.remove(key)) })
  const logError = t.mock.method(log, 'error', () => {})
  await eraseAccountsDueForErasure()
  assert.equal(logError.mock.callCount(), 1)
  assert.ok((await tracesOf(kit)).some((trace) => trace.startsWith('public.profiles')))
  assert.equal((await kit.call(getSession, {})).me, null, 'they are signed out all the same')
  setStorage(whole)
  logError.mock.restore()
  await eraseAccountsDueForErasure()
  await waitUntil(async () => (await tracesOf(kit)).length === 0).catch(async () =>
    assert.deepEqual(await tracesOf(kit), []),
  )
  assert.deepEqual(await filesOf(kit.id, own), [])
})

const fails = () => Promise.reject(new Error('the storage is away'))

test('after an account is erased, its username stays reserved for 30 days, but its email address can be used again', async () => {
  const ivy = await testApp.signUpMember('ivy')
  await requestDeletion(ivy)
  await hoursLater(ivy, 25)
  await eraseAccountsDueForErasure()
  const signUpAs = (username: string) =>
    testApp.anonymousUser().call(signUp, {
      body: {
        full_name: 'I',
        email: 'ivy@example.com',
        age: 16,
        username,
        password: validPassword,
        terms: true,
      },
    })
  assert.match(await expectApiError(signUpAs('Ivy')), /^409 Username taken/)
  await signUpAs('ivy_again')
})

/** Creates a video with every kind of file a video can have, and a profile picture. */
async function withFiles(who: TestUser): Promise<string> {
  const id = await createPublishedVideo(who, { title: 'To be erased' })
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const upload = { content_id: id, user_id: who.id, file_name: `${who.name}.mp4`, file_size: 3 }
  const { id: uploadId } = await db
    .insertInto('uploads')
    .values(upload)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('content')
    .set({ file_url: `uploads/${uploadId}` })
    .where('id', '=', id)
    .execute()
  for (const key of [
    `media/${playback_id}/1/poster.webp`,
    `media/${playback_id}/cover/a.webp`,
    `uploads/${uploadId}`,
  ])
    await storage.putBytes(key, new Uint8Array([1, 2, 3]))
  const create = { width: 60, height: 60, channels: 3 as const, background: '#123456' }
  const picture = await sharp({ create }).png().toBuffer()
  await who.fetch('/api/me/avatar', { method: 'PUT', body: new Uint8Array(picture) })
  assert.equal((await filesOf(who.id, id)).length, 4)
  return id
}

/** Returns the rows that mention this person. */
const tracesOf = ({ id, name }: TestUser) => findRowsContaining([name, 'offman', id])

let knownFiles: string[] = []

/**
 * Returns the files of this person. Remembers the paths of the item's files, because the rows that contain
 * the paths are deleted with the account.
 */
async function filesOf(userId: string, contentId: string): Promise<string[]> {
  const item = await db
    .selectFrom('content')
    .leftJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['playback_id', 'uploads.id as upload_id'])
    .where('content.id', '=', contentId)
    .executeTakeFirst()
  if (item) knownFiles = [userId, item.playback_id, item.upload_id!]
  const root = join(testApp.dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.filter((path) => knownFiles.some((name) => path.includes(name)))
}
