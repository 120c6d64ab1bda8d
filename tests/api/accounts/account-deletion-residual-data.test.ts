import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before, mock } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { sendPasswordResetEmail } from '#contract/auth/passwords.ts'
import { getChart } from '#contract/discovery/charts.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { accountDeletionSubject, sendContactMessage } from '#contract/contact/contact-form.ts'
import { listContent } from '#contract/content/content.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { getDataExport, requestDataExport } from '#contract/privacy/data-export.ts'
import { getSearchResults } from '#contract/discovery/search.ts'
import { requestSignInLink, createAccessToken } from '#contract/auth/sign-in.ts'
import { eraseAccountsDueForErasure } from '#server/account-deletion/erase-account.ts'
import { db } from '#server/platform/db/db.ts'
import { deleteExpiredEmails } from '#server/platform/email.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { findRowsContaining } from '#tests/support/app/database-rows.ts'
import { waitForEmail } from '#tests/support/app/sent-emails.ts'

/** Everything the app has written to stdout. */
let output = ''
let testApp: TestApp
before(async () => {
  const write = process.stdout.write.bind(process.stdout)
  mock.method(process.stdout, 'write', (text: string | Uint8Array) => {
    output += String(text)
    return write(text)
  })
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

const username = 'quillfeather_77'
const email = `${username}@example.com`
const names = ['quillfeather', 'Quendolyn', 'Featherstonehaugh', 'marmalade-otter', 'Quendy F.']

test('erasing an account that has used every feature leaves no trace of the person', async () => {
  const stays = await testApp.signUpMember('stays_here')
  const other = await createPublishedVideo(stays, { title: 'Somebody else’s film' })
  const person = await testApp.signUpMember(username, 18)
  const own = await useEverything(person, stays, other)
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', own)
    .executeTakeFirstOrThrow()
  const marks = [...names, person.id, own, playback_id]
  await warmCaches(stays)
  assert.ok((await findRowsContaining(marks)).length > 15, 'the search finds what is there')
  assert.ok((await inFiles('files', [person.id, playback_id])).length > 3)
  assert.ok((await inFiles('mail', marks)).length > 3)

  await person.call(sendContactMessage, {
    body: { ...message, subject: accountDeletionSubject, confirmed: true },
  })
  await waitForEmail(testApp, email, 'will be deleted')
  const back = new Date(Date.now() - 24.1 * 3600_000)
  await db
    .updateTable('profiles')
    .set({ deletion_scheduled_at: back })
    .where('user_id', '=', person.id)
    .execute()
  await eraseAccountsDueForErasure()
  await waitForEmail(testApp, email, 'has been deleted')
  // The queue deletes completed jobs within a day, but this test deletes them immediately.
  const queueTraces = async () => {
    await sql`delete from pgboss.job where completed_on is not null`.execute(db)
    return (await findRowsContaining(marks)).filter((trace) => trace.startsWith('pgboss.'))
  }
  await waitUntil(async () => (await queueTraces()).length === 0).catch(() => undefined)
  assert.deepEqual(await queueTraces(), [], 'the queue has done its work')
  await deleteExpiredEmails(Date.now() + 21 * 3600_000)

  assert.deepEqual(await findRowsContaining(marks), [])
  assert.deepEqual(await inFiles('', marks), [])
  assert.deepEqual(
    marks.filter((mark) => output.toLowerCase().includes(mark.toLowerCase())),
    [],
    'the log',
  )
  const shown = await warmCaches(stays)
  for (const mark of [...names, person.id, own]) assert.ok(!shown.includes(mark), mark)
  for (const path of [
    `/api/content/${own}`,
    `/media/${playback_id}/master.m3u8`,
    `/api/profiles/${username}`,
  ])
    assert.equal((await stays.fetch(path)).status, 404, path)
})

const message = {
  firstName: 'Quendolyn',
  lastName: 'Featherstonehaugh',
  email,
  subject: 'Other' as const,
  message: 'It is me, marmalade-otter.',
}

/** Uses every feature as this person and returns the ID of their video. */
async function useEverything(person: TestUser, stays: TestUser, other: string): Promise<string> {
  await person.call(updateProfile, {
    body: { display_name: 'Quendy F.', display_name_mode: 'full_name', bio: 'marmalade-otter lives here' },
  })
  await sql`update private_details set full_name = 'Quendolyn Featherstonehaugh' where user_id = ${person.id}`.execute(
    db,
  )
  const create = { width: 60, height: 60, channels: 3 as const, background: '#123456' }
  const picture = new Uint8Array(await sharp({ create }).png().toBuffer())
  assert.equal((await person.fetch('/api/me/avatar', { method: 'PUT', body: picture })).status, 200)
  const own = await createPublishedVideo(person, { title: 'marmalade-otter goes to sea', likes: 1 })
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', own)
    .executeTakeFirstOrThrow()
  const { id: upload } = await db
    .insertInto('uploads')
    .values({ content_id: own, user_id: person.id, file_name: 'marmalade-otter.mp4', file_size: 3 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('content')
    .set({ file_url: `uploads/${upload}` })
    .where('id', '=', own)
    .execute()
  for (const key of [
    `media/${playback_id}/1/poster.webp`,
    `media/${playback_id}/cover/a.webp`,
    `uploads/${upload}`,
  ])
    await storage.putBytes(key, Buffer.from('marmalade-otter'))
  await person.call(putLike, { params: { id: other } })
  await person.call(postComment, { params: { id: other }, body: { body: 'ahoy from marmalade-otter' } })
  await stays.call(postComment, { params: { id: own }, body: { body: 'ahoy' } })
  await stays.call(putLike, { params: { id: own } })
  await relate(person, stays)
  await person.call(sendReport, { body: { subject: 'content', id: other, reason: 'spam', words: 'odd' } })
  await stays.call(sendReport, { body: { subject: 'content', id: own, reason: 'spam', words: 'odd' } })
  await decideAndAppeal(person, own)
  await person.call(sendContactMessage, { body: message })
  await testApp.anonymousUser().call(sendPasswordResetEmail, { body: { email } })
  await testApp.anonymousUser().call(requestSignInLink, { body: { email } })
  await testApp
    .anonymousUser()
    .call(createAccessToken, { body: { grant_type: 'password', email, password: validPassword } })
  await person.call(requestDataExport, {})
  await waitUntil(async () => (await person.call(getDataExport, {})).export?.url)
  await waitForEmail(testApp, email, 'data is ready')
  await waitForEmail(testApp, email, 'sign-in link')
  return own
}

async function relate(person: TestUser, stays: TestUser): Promise<void> {
  const approved = { state: 'approved' as const, approved_at: new Date() }
  const pair = { follower_id: person.id, followed_id: stays.id }
  await db
    .insertInto('follows')
    .values([
      { ...pair, ...approved },
      { follower_id: stays.id, followed_id: person.id, ...approved },
    ])
    .execute()
  const third = await testApp.signUpMember('third_one')
  await db.insertInto('blocks').values({ blocker_id: person.id, blocked_id: third.id }).execute()
  await db.insertInto('mutes').values({ muter_id: person.id, muted_id: third.id }).execute()
  await db
    .insertInto('safety_settings')
    .values({ user_id: person.id, setting: 'rated_16', value: '"hidden"' })
    .execute()
}

/** Lets a moderator make a decision about the person's content, and lets the person appeal. */
async function decideAndAppeal(person: TestUser, own: string): Promise<void> {
  const { id } = await db
    .insertInto('decisions')
    .values({
      subject: 'content',
      content_id: own,
      user_id: person.id,
      action: 'warn',
      rule: 'spam',
      source: 'staff',
      automatic: true,
      about: 'marmalade-otter goes to sea',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('appeals').values({ decision_id: id, words: 'marmalade-otter is no spam' }).execute()
}

/**
 * Returns the charts, search results, lists and the sitemap as other users receive them. The server caches
 * some of these responses.
 */
async function warmCaches(who: TestUser): Promise<string> {
  const responses = [
    await who.call(getChart, { query: {} }),
    await answerTo(who, 'marmalade'),
    await answerTo(who, 'quillfeather'),
    await who.call(listContent, { query: {} }),
    ...(await Promise.all(
      ['/sitemap.xml', '/sitemap/videos.xml'].map((path) => who.fetch(path).then((it) => it.text())),
    )),
  ]
  return JSON.stringify(responses)
}

/**
 * Removes the search query from the response before the comparison, because every response repeats the query.
 */
async function answerTo(who: TestUser, q: string) {
  return { ...(await who.call(getSearchResults, { query: { q } })), q: '' }
}

/**
 * Returns the files below `folder` (relative to the data folder) whose path or content contains one of the
 * strings in `marks`.
 */
async function inFiles(folder: string, marks: string[]): Promise<string[]> {
  const root = join(testApp.dataDir, folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const text = `${path}\n${await readFile(path, 'latin1')}`.toLowerCase()
    if (marks.some((mark) => text.includes(mark.toLowerCase()))) found.push(path)
  }
  return found
}
