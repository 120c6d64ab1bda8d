/*
 * Tests that contact details written by a minor are held for moderators. Whatever a moderator decides, the
 * contact details stay hidden from other users.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent, listContent } from '#contract/content/content.ts'
import { getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { postCaseAction, claimCase } from '#contract/moderation/moderation-cases.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getOwnProfile, getProfile, updateProfile } from '#contract/people/profiles.ts'
import { listReports, sendReport } from '#contract/moderation/reports.ts'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
/** Members aged 14, 16 and 17. */
let kim: TestUser
let ada: TestUser
let tom: TestUser
/** Members aged 18 and 19, and a moderator aged 19. */
let zoe: TestUser
let max: TestUser
let mia: TestUser
before(async () => {
  testApp = await startTestApp()
  kim = await testApp.signUpMember('kim', 14)
  ada = await testApp.signUpMember('ada', 16)
  tom = await testApp.signUpMember('tom', 17)
  zoe = await testApp.signUpMember('zoe', 18)
  max = await testApp.signUpMember('max', 19)
  mia = await testApp.signUpMember('mia', 19)
  await grantStaffRole(mia.id, 'moderator')
})
after(() => testApp.close())

/**
 * All viewers except the author. None of these viewers, including adults and staff, may read the contact
 * details.
 */
const others = () => [tom, zoe, max, mia, testApp.anonymousUser()]

const say = (who: TestUser, id: string, body: string, anyway?: true) =>
  who.call(postComment, { params: { id }, body: { body, anyway } })
const bodiesSeenBy = async (who: TestUser, id: string) =>
  (await who.call(listComments, { params: { id }, query: {} })).items.map(({ body }) => body)

type Subject = { comment_id: string } | { content_id: string } | { user_id: string; subject: 'profile' }

async function approve(about: Subject): Promise<void> {
  let open = db.selectFrom('cases').select('id').where('closed_at', 'is', null)
  for (const [column, value] of Object.entries(about)) open = open.where(column as 'id', '=', value as string)
  const { id } = await open.executeTakeFirstOrThrow()
  await mia.call(claimCase, { params: { id } })
  await mia.call(postCaseAction, { params: { id }, body: { action: 'approve' } })
}

/** Phrases that minors really use, but that patterns for plain contact details do not match. */
const loose = [
  's n a p c h a t miadances',
  'my dc is foxy.4421',
  'kik foxy_4421',
  '07700_900_123',
  '📸 lena.skates',
  'discord,gg/foxyden',
  'dm me',
  'sc miadances10',
]

test('holds a minor’s comment with contact details, even on an adult’s video', async () => {
  const [ofAdult, ofMinor] = [await createPublishedVideo(max), await createPublishedVideo(ada)]
  for (const who of [kim, tom])
    for (const id of [ofAdult, ofMinor])
      for (const text of loose) assert.equal((await say(who, id, text, true)).held, 'moderators', text)
  for (const who of others().filter((one) => one !== tom))
    assert.deepEqual(await bodiesSeenBy(who, ofAdult), [])
})

test('hides contact details in a minor’s comment that a moderator approved', async () => {
  const id = await createPublishedVideo(max)
  const body = 'so good, call 0151 23998877'
  const { id: comment_id } = await say(kim, id, body)
  const pages = await Promise.all([zoe, mia].map((who) => listenToContentUpdates(who, id)))
  const received = pages.map((page) => page.next('comment'))
  await approve({ comment_id })
  const covered = 'so good, call •••'
  assert.deepEqual(
    (await Promise.all(received)).map(({ data }) => data.body),
    [covered, covered],
  )
  for (const page of pages) await page.stop()
  for (const who of others()) assert.deepEqual(await bodiesSeenBy(who, id), [covered])
  assert.deepEqual(await bodiesSeenBy(kim, id), [body])
})

test('hides contact details in a minor’s approved title, description and trailer', async () => {
  const id = await createPublishedVideo(ada, { title: 'Lowtide' })
  const texts = {
    title: 'Lowtide insta zedthegreat',
    description: 'Filmed in May.\nkik foxy_4421',
    trailer_url: 'https://discord.gg/abcd',
  }
  assert.equal((await ada.call(updateContent, { params: { id }, body: texts })).moderation, 'pending')
  await approve({ content_id: id })
  for (const who of others()) {
    const { title, description, trailer_url } = await who.call(getContent, { params: { id } })
    assert.deepEqual([title, description, trailer_url], ['Lowtide •••', 'Filmed in May.\n•••', null])
    const [listed] = (await who.call(listContent, { query: { creator: ada.id } })).items
    const { hits } = await who.call(getSearchResults, { query: { q: 'lowtide' } })
    const { items } = await who.call(getSearchSuggestions, { query: { q: 'lowtide' } })
    const suggested = items.find(({ kind }) => kind === 'video')!.text
    assert.deepEqual([listed!.title, hits[0]!.item.title, suggested], Array(3).fill('Lowtide •••'))
  }
  const { title, description, trailer_url } = await ada.call(getOwnContent, { params: { id } })
  assert.deepEqual({ title, description, trailer_url }, texts)
})

test('hides contact details in a minor’s approved bio', async () => {
  const bio = 'I dance.\n👻 miadances10'
  await kim.call(updateProfile, { body: { bio } })
  await approve({ user_id: kim.id, subject: 'profile' })
  for (const who of others())
    assert.equal((await who.call(getProfile, { params: { username: 'kim' } })).bio, 'I dance.\n•••')
  assert.equal((await kim.call(getOwnProfile, {})).bio, bio)
})

test('hides a minor’s contact details from adults in comment notifications and in reports', async () => {
  const id = await createPublishedVideo(max)
  const body = 'insta zedthegreat is mine'
  const [comment] = await db
    .insertInto('comments')
    .values({ content_id: id, user_id: ada.id, body })
    .returning('id')
    .execute()
  const [entry] = await db
    .insertInto('notifications')
    .values({ user_id: max.id, kind: 'comment', content_id: id })
    .returning('id')
    .execute()
  await db
    .insertInto('notification_causes')
    .values({
      kind: 'comment',
      subject_id: comment!.id,
      actor_id: ada.id,
      user_id: max.id,
      notification_id: entry!.id,
    })
    .execute()
  const { items } = await max.call(listNotifications, { query: {} })
  assert.equal(items.find(({ kind }) => kind === 'comment')!.excerpt, '••• is mine')
  await max.call(sendReport, { body: { subject: 'comment', id: comment!.id, reason: 'spam', words: '' } })
  const reports = await max.call(listReports, { query: {} })
  assert.match(JSON.stringify(reports), /••• is mine/)
  assert.doesNotMatch(JSON.stringify(reports), /zedthegreat/)
})

/**
 * Posts the parts of a contact detail as separate comments, one after another. Returns the comments that are
 * held for moderators.
 */
async function saysInTurn(who: TestUser, id: string, parts: string[]): Promise<string[]> {
  const held: string[] = []
  for (const body of parts) if ((await say(who, id, body)).held) held.push(body)
  return held
}

test('holds a comment that completes a contact detail begun in the author’s earlier comments', async () => {
  const inParts: [parts: string[], held: string[]][] = [
    [['my sc', 'is', 'zor', 'blax', '77'], ['77']],
    [
      ['07', '70', '09', '00', '12'],
      ['00', '12'],
    ],
    [['zorblax', 'at', 'gmail', 'dot'], ['gmail']],
    [['add me', 'on the yellow app', 'zorblax_77'], ['zorblax_77']],
    [['0', '7', '7', '0', '0', '9', '0'], ['0']],
  ]
  for (const [parts, held] of inParts) {
    for (const [who, owner] of [
      [max, kim],
      [zoe, tom],
      [kim, max],
    ] as const)
      assert.deepEqual(await saysInTurn(who, await createPublishedVideo(owner), parts), held, parts.join(' '))
    // Adults may share contact details with each other.
    assert.deepEqual(await saysInTurn(max, await createPublishedVideo(zoe), parts), [], parts.join(' '))
  }
})

test('if two concurrent comments each complete a contact detail, both are held', async () => {
  const id = await createPublishedVideo(kim)
  await say(max, id, '0151')
  const responses = await Promise.all(['239', '239'].map((body) => say(max, id, body)))
  assert.equal(responses.filter(({ held }) => held).length, 2)
  await db
    .updateTable('comments')
    .set({ created_at: sql`now() - interval '61 minutes'` })
    .where('content_id', '=', id)
    .execute()
  assert.equal((await say(max, id, '239')).held, undefined)
})
