import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { checkUsername, signUp } from '#contract/accounts/accounts.ts'
import {
  putCommentDecision,
  deleteComment,
  listComments,
  postComment,
} from '#contract/engagement/comments.ts'
import { getContent, getOwnContent, updateContent } from '#contract/content/content.ts'
import { getProfile, updateProfile } from '#contract/people/profiles.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { setEventListeners, type DomainEvent } from '#server/domain-events.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, openTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
/** Members aged 14, 16 and 19. */
let kim: TestUser
let ada: TestUser
let max: TestUser
before(async () => {
  testApp = await openTestApp()
  kim = await testApp.signUpMember('kim', 14)
  ada = await testApp.signUpMember('ada', 16)
  max = await testApp.signUpMember('max', 19)
})
after(() => testApp.close())

const phone = 'call me on 07700 900123'

const say = (who: TestUser, id: string, body: string, anyway?: true) =>
  who.call(postComment, { params: { id }, body: { body, anyway } })
const seenBy = async (who: TestUser, id: string) =>
  (await who.call(listComments, { params: { id }, query: {} })).items.map(({ body, held }) =>
    held ? `${body} [${held}]` : body,
  )
const countComments = async (id: string) => (await ada.call(getContent, { params: { id } })).comments_count

/** Returns the domain events emitted during the action. */
async function eventsDuring(act: () => Promise<unknown>): Promise<DomainEvent[]> {
  const received: DomainEvent[] = []
  setEventListeners([
    async (_, event) => {
      received.push(event)
    },
  ])
  await act()
  setEventListeners([])
  return received
}

test('a minor’s comment with a phone number is held and visible only to its author', async () => {
  const id = await createPublishedVideo(ada)
  const received = await eventsDuring(() => say(kim, id, phone))
  assert.deepEqual(await seenBy(kim, id), [`${phone} [moderators]`])
  for (const who of [ada, max, testApp.anonymousUser()]) assert.deepEqual(await seenBy(who, id), [])
  assert.equal(await countComments(id), 0)
  assert.deepEqual(
    received.map(({ type }) => type),
    ['text_held'],
  )
})

test('the author can delete a held comment, and the comment count stays correct', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(kim, id, phone)
  await kim.call(deleteComment, { params: { id: comment } })
  assert.deepEqual(await seenBy(kim, id), [])
  assert.equal(await countComments(id), 0)
})

test('members aged 18 or 19 can post a comment after confirming a warning', async () => {
  const id = await createPublishedVideo(max)
  assert.match(
    await expectApiError(say(max, id, phone)),
    /^422 Are you sure\? \/ This looks like a phone number/,
  )
  await say(max, id, phone, true)
  assert.deepEqual(await seenBy(await testApp.signUpMember('lou', 18), id), [phone])
  assert.deepEqual(await seenBy(testApp.anonymousUser(), id), ['call me on •••'])
})

test('rude words from minors are rejected; adults get a warning, and their rude words are then masked', async () => {
  const id = await createPublishedVideo(max)
  assert.match(await expectApiError(say(kim, id, 'what the f u c k')), /^422 Please rephrase/)
  assert.match(await expectApiError(say(kim, id, 'what the fuck', true)), /^422 Please rephrase/)
  assert.match(await expectApiError(say(max, id, 'what the fuck')), /replaced with stars/)
  assert.equal((await say(max, id, 'what the fuck', true)).body, 'what the f***')
})

test('telling another person to die is refused at every age, even after confirmation', async () => {
  const id = await createPublishedVideo(max)
  for (const who of [kim, max])
    assert.match(await expectApiError(say(who, id, 'k y s', true)), /^422 This could hurt someone/)
})

test('possible grooming is held under a minor’s video, whoever writes it', async () => {
  const id = await createPublishedVideo(kim)
  await say(max, id, 'add me on snap, our secret', true)
  assert.deepEqual(await seenBy(kim, id), [])
  assert.deepEqual(await seenBy(max, id), ['add me on snap, our secret [moderators]'])
})

test('on a minor’s video, the strict word lists apply only to comments by adult strangers', async () => {
  const [under14, under16, under19] = [
    await createPublishedVideo(kim),
    await createPublishedVideo(ada),
    await createPublishedVideo(max),
  ]
  const zoe = await testApp.signUpMember('zoe', 18)
  const texts = ['more at https://example.com', 'you look so pretty', 'wanna hang out sometime?']
  for (const id of [under14, under16])
    for (const text of texts) assert.equal((await say(max, id, text)).held, 'moderators', text)
  for (const text of texts.slice(1)) assert.equal((await say(zoe, under19, text)).held, undefined, text)
  // Praise for the video appears immediately. Nothing reveals to the adult that stricter word lists apply.
  assert.equal((await say(max, under14, 'love the light in this one')).held, undefined)
  const { may_comment } = await max.call(listComments, { params: { id: under14 }, query: {} })
  assert.equal(may_comment, 'yes')
  // Strict word lists do not apply to a user of the same age or to an adult whose follow request was
  // approved.
  assert.equal((await say(kim, under16, 'you look so pretty')).held, undefined)
  await db
    .insertInto('follows')
    .values({ follower_id: zoe.id, followed_id: ada.id, state: 'approved', approved_at: new Date() })
    .execute()
  assert.equal((await say(zoe, under16, 'you look so pretty')).held, undefined)
})

test('a comment with a link is held if a minor writes it, and needs confirmation from an adult', async () => {
  const id = await createPublishedVideo(max)
  const link = 'watch https://example.com/a'
  for (const who of [kim, ada]) assert.equal((await say(who, id, link)).held, 'moderators')
  assert.match(await expectApiError(say(max, id, link)), /^422 Are you sure\? \/ This contains a link/)
  assert.equal((await say(max, id, link, true)).body, link)
  assert.equal((await say(kim, id, 'see http://localhost:3000/watch/1')).held, undefined)
})

test('strangers cannot comment on a video that moderators have limited', async () => {
  const id = await createPublishedVideo(ada)
  await db.updateTable('content').set({ moderation: 'limited' }).where('id', '=', id).execute()
  const may = async (who: TestUser) =>
    (await who.call(listComments, { params: { id }, query: {} })).may_comment
  assert.deepEqual(
    [await may(kim), await may(testApp.anonymousUser()), await may(ada)],
    ['followers', 'followers', 'yes'],
  )
  assert.match(await expectApiError(say(kim, id, 'hello')), /^403 Followers only/)
  await db
    .insertInto('follows')
    .values({ follower_id: kim.id, followed_id: ada.id, state: 'approved', approved_at: new Date() })
    .execute()
  assert.equal(await may(kim), 'yes')
  await db.deleteFrom('follows').where('follower_id', '=', kim.id).execute()
})

test('a page shows in advance that its creator restricts who can comment', async () => {
  const id = await createPublishedVideo(ada)
  const may = async (who: TestUser) =>
    (await who.call(listComments, { params: { id }, query: {} })).may_comment
  await choose(ada, 'followers')
  assert.equal(await may(kim), 'followers')
  assert.equal(await may(ada), 'yes')
  assert.match(await expectApiError(say(kim, id, 'hello')), /^403 Followers only/)
  await db
    .insertInto('follows')
    .values({ follower_id: kim.id, followed_id: ada.id, state: 'approved', approved_at: new Date() })
    .execute()
  assert.equal(await may(kim), 'yes')
  await say(kim, id, 'hello')
  await choose(ada, 'nobody')
  assert.equal(await may(testApp.anonymousUser()), 'nobody')
  assert.match(await expectApiError(say(kim, id, 'hello')), /^403 Comments are off/)
  await choose(ada, 'everyone')
})

const choose = (who: TestUser, value: string) =>
  db
    .insertInto('safety_settings')
    .values({ user_id: who.id, setting: 'comments_from', value: JSON.stringify(value) })
    .onConflict((row) => row.columns(['user_id', 'setting']).doUpdateSet({ value: JSON.stringify(value) }))
    .execute()

test('staff cannot comment', async () => {
  const id = await createPublishedVideo(ada)
  const mona = await testApp.signUpMember('mona', 19)
  await db
    .updateTable('users')
    .set({ role: 'moderator', email_verified: true })
    .where('id', '=', mona.id)
    .execute()
  assert.match(await expectApiError(say(mona, id, 'hello')), /^403 Not allowed \/ Moderators can’t comment/)
})

test('only the creator can decide about a comment that waits for the creator', async () => {
  const id = await createPublishedVideo(ada)
  const { id: one } = await say(kim, id, 'one')
  const { id: two } = await say(kim, id, 'two')
  await db
    .updateTable('comments')
    .set({ moderation: 'held', held_for: 'owner' })
    .where('content_id', '=', id)
    .execute()
  await db.updateTable('content').set({ comments_count: 0 }).where('id', '=', id).execute()
  const decide = (who: TestUser, comment: string, decision: 'approve' | 'remove') =>
    who.call(putCommentDecision, { params: { id: comment }, body: { decision } })
  assert.deepEqual(await seenBy(ada, id), ['two [owner]', 'one [owner]'])
  assert.deepEqual(await seenBy(max, id), [])
  for (const who of [kim, max]) assert.match(await expectApiError(decide(who, one, 'approve')), /^404/)
  await decide(ada, one, 'approve')
  await decide(ada, two, 'remove')
  assert.deepEqual(await seenBy(max, id), ['one'])
  assert.deepEqual(await seenBy(kim, id), ['one'])
  assert.equal(await countComments(id), 1)
  assert.match(await expectApiError(decide(ada, two, 'approve')), /^404/)
})

test('a creator cannot decide on comments held for moderators', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(kim, id, phone)
  assert.match(
    await expectApiError(
      ada.call(putCommentDecision, { params: { id: comment }, body: { decision: 'approve' } }),
    ),
    /^404/,
  )
})

const video = { content_type: 'music', genre: 'pop', file_name: 'a.mp4', file_size: 1000 } as const

test('a new title is refused, held or accepted after a warning, depending on its text', async () => {
  const upload = (who: TestUser, title: string, anyway?: true) =>
    who.call(createUpload, { body: { ...video, title, anyway } })
  assert.match(await expectApiError(upload(kim, 'my shіt song')), /^422 Please rephrase/)
  const { contentId: id } = await upload(kim, phone)
  assert.equal((await kim.call(getOwnContent, { params: { id } })).moderation, 'pending')
  assert.match(await expectApiError(upload(max, phone)), /phone number/)
  const meant = await upload(max, phone, true)
  assert.equal((await max.call(getOwnContent, { params: { id: meant.contentId } })).moderation, 'approved')
})

test('suspicious text in an edit hides the video until the text is removed', async () => {
  const id = await createPublishedVideo(ada)
  const edit = (changes: { title?: string; description?: string }) =>
    ada.call(updateContent, { params: { id }, body: changes })
  assert.match(await expectApiError(edit({ description: 'b1tch' })), /^422 Please rephrase/)
  const received = await eventsDuring(() => edit({ description: phone }))
  assert.deepEqual(
    received.map(({ type }) => type),
    ['content_visibility_changed', 'text_held'],
  )
  assert.match(await expectApiError(kim.call(getContent, { params: { id } })), /^404/)
  assert.equal((await ada.call(getContent, { params: { id } })).moderation, 'pending')
  await edit({ title: 'Another title' })
  assert.match(
    await expectApiError(kim.call(getContent, { params: { id } })),
    /^404/,
    'the number still stands there',
  )
  await edit({ description: 'no number' })
  assert.equal((await kim.call(getContent, { params: { id } })).moderation, null)
})

test('changing the title does not restore what a moderator has limited or held', async () => {
  const id = await createPublishedVideo(ada)
  for (const [state, then] of [
    ['limited', 'held'],
    ['held', 'held'],
    ['removed', 'removed'],
  ] as const) {
    await db.updateTable('content').set({ moderation: state, held_why: [] }).where('id', '=', id).execute()
    await ada.call(updateContent, { params: { id }, body: { title: `${phone} ${state}` } })
    await ada.call(updateContent, { params: { id }, body: { title: `A fine title, ${state}` } })
    assert.equal((await ada.call(getOwnContent, { params: { id } })).moderation, then)
  }
})

test('others see the previous bio while a new one is held for review', async () => {
  await kim.call(updateProfile, { body: { bio: 'I like boats' } })
  const mine = await kim.call(updateProfile, { body: { bio: phone } })
  assert.deepEqual([mine.bio, mine.bio_held], [phone, true])
  const bio = async () => (await ada.call(getProfile, { params: { username: 'kim' } })).bio
  assert.equal(await bio(), 'I like boats')
  await kim.call(updateProfile, { body: { bio: 'I like trains' } })
  assert.equal(await bio(), 'I like trains')
})

const signUpAs = (username: string, more: object = {}) =>
  testApp.anonymousUser().call(signUp, {
    body: {
      full_name: 'Lena Moller',
      email: `${Math.random()}@example.com`,
      age: 15,
      username,
      password: validPassword,
      terms: true,
      ...more,
    },
  })

test('rude usernames and usernames that sound official are refused', async () => {
  for (const username of ['BigDick69', 'fuck_you', 'n1gger', 'k1ll_yourself']) {
    assert.match(await expectApiError(signUpAs(username)), /^422 Invalid username/, username)
    assert.equal(
      (await testApp.anonymousUser().call(checkUsername, { params: { username } })).available,
      false,
    )
  }
  for (const username of ['admin', 'Moderator_1', 'afterbell_team'])
    assert.match(await expectApiError(signUpAs(username)), /^409 Username taken/, username)
  await signUpAs('Dickens_fan')
})

test('usernames that are contact details are refused when signing up and renaming', async () => {
  for (const username of [
    'snap_zed99x',
    'kik_zed99',
    'addme_sc_zed',
    'call0151234567',
    'zed_gmail_com',
    'dm4pics',
    'i_want_14yo',
  ]) {
    assert.match(
      await expectApiError(signUpAs(username)),
      /^422 Invalid username \/ A username can’t name another app/,
    )
    assert.equal(
      (await testApp.anonymousUser().call(checkUsername, { params: { username } })).available,
      false,
    )
  }
  const rename = kim.call(updateProfile, { body: { username: 'discord_zed99' } })
  assert.match(await expectApiError(rename), /^422 Invalid username \/ A username can’t name another app/)
})

test('minors can get a warning about an identifying username, adults never', async () => {
  assert.match(
    await expectApiError(signUpAs('lena_moller', { advise: true })),
    /^422 Choose another username/,
  )
  await signUpAs('moller_lena', { advise: true, age: 19 })
  await signUpAs('lena_moller')
})

test('the operator’s word lists apply from the moment they are saved', async () => {
  const id = await createPublishedVideo(ada)
  await say(kim, id, 'grumblewort')
  const words = join(testApp.dataDir, 'words')
  await mkdir(words, { recursive: true })
  await writeFile(join(words, 'refuse.txt'), '# ours\ngrumble*\n')
  assert.match(await expectApiError(say(kim, id, 'GRUMBLEWÖRT')), /^422 Not on this site/)
  await writeFile(join(words, 'refuse.txt'), '')
  await writeFile(join(words, 'hold.txt'), 'blue fish\n')
  assert.equal((await say(kim, id, 'a blue fish')).held, 'moderators')
  await writeFile(join(words, 'allow.txt'), 'bastard sword\n')
  assert.equal((await say(kim, id, 'a bastard sword')).held, undefined)
})

test('reading a page of comments uses one index for every viewer', async () => {
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select id from comments
    where content_id = ${ada.id} and moderation in ('approved', 'held') order by created_at desc, id desc limit 30`.execute(
    db,
  )
  assert.match(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), /comments_by_content/)
})
