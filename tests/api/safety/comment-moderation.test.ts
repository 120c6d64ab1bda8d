import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import {
  putCommentDecision,
  deleteComment,
  listComments,
  postComment,
} from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { collectEmittedEvents } from '#tests/support/app/emitted-events.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
/** Members aged 14, 16 and 19. */
let kim: TestUser
let ada: TestUser
let max: TestUser
before(async () => {
  testApp = await startTestApp()
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

test('a minor’s comment with a phone number is held and visible only to its author', async () => {
  const id = await createPublishedVideo(ada)
  const received = await collectEmittedEvents(() => say(kim, id, phone))
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

test('members aged 18 or 19 can post a phone number in a comment after they confirm a warning', async () => {
  const id = await createPublishedVideo(max)
  assert.match(
    await expectApiError(say(max, id, phone)),
    /^422 Are you sure\? \/ This looks like a phone number/,
  )
  await say(max, id, phone, true)
  assert.deepEqual(await seenBy(await testApp.signUpMember('lou', 18), id), [phone])
  assert.deepEqual(await seenBy(testApp.anonymousUser(), id), ['call me on •••'])
})

test('a minor’s rude comment is rejected, and an adult’s is posted with masked words if the adult confirms a warning', async () => {
  const id = await createPublishedVideo(max)
  assert.match(await expectApiError(say(kim, id, 'what the f u c k')), /^422 Please rephrase/)
  assert.match(await expectApiError(say(kim, id, 'what the fuck', true)), /^422 Please rephrase/)
  assert.match(await expectApiError(say(max, id, 'what the fuck')), /replaced with stars/)
  assert.equal((await say(max, id, 'what the fuck', true)).body, 'what the f***')
})

test('a comment that tells another person to die is refused at every age, even after confirmation', async () => {
  const id = await createPublishedVideo(max)
  for (const who of [kim, max])
    assert.match(await expectApiError(say(who, id, 'k y s', true)), /^422 This could hurt someone/)
})

test('on a minor’s video, a comment that looks like grooming is held, regardless of who wrote it', async () => {
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
  // Praise for the video appears immediately, and no response reveals to the adult that stricter word lists
  // apply to the adult's comments.
  assert.equal((await say(max, under14, 'love the light in this one')).held, undefined)
  const { may_comment } = await max.call(listComments, { params: { id: under14 }, query: {} })
  assert.equal(may_comment, 'yes')
  // Strict word lists do not apply to other minors, or to adults whose follow request the creator has
  // approved.
  assert.equal((await say(kim, under16, 'you look so pretty')).held, undefined)
  await insertApprovedFollow(zoe, ada)
  assert.equal((await say(zoe, under16, 'you look so pretty')).held, undefined)
})

test('a minor’s comment with a link is held, and an adult’s comment with a link requires confirmation', async () => {
  const id = await createPublishedVideo(max)
  const link = 'watch https://example.com/a'
  for (const who of [kim, ada]) assert.equal((await say(who, id, link)).held, 'moderators')
  assert.match(await expectApiError(say(max, id, link)), /^422 Are you sure\? \/ Your text contains a link/)
  assert.equal((await say(max, id, link, true)).body, link)
  assert.equal((await say(kim, id, 'see http://localhost:3000/watch/1')).held, undefined)
})

test('strangers cannot comment on a video that a moderator has hidden from lists', async () => {
  const id = await createPublishedVideo(ada)
  await db.updateTable('content').set({ moderation: 'limited' }).where('id', '=', id).execute()
  const may = async (who: TestUser) =>
    (await who.call(listComments, { params: { id }, query: {} })).may_comment
  assert.deepEqual(
    [await may(kim), await may(testApp.anonymousUser()), await may(ada)],
    ['followers', 'followers', 'yes'],
  )
  assert.match(await expectApiError(say(kim, id, 'hello')), /^403 Followers only/)
  await insertApprovedFollow(kim, ada)
  assert.equal(await may(kim), 'yes')
  await db.deleteFrom('follows').where('follower_id', '=', kim.id).execute()
})

test('the comment list tells each viewer whether they may comment', async () => {
  const id = await createPublishedVideo(ada)
  const may = async (who: TestUser) =>
    (await who.call(listComments, { params: { id }, query: {} })).may_comment
  await choose(ada, 'followers')
  assert.equal(await may(kim), 'followers')
  assert.equal(await may(ada), 'yes')
  assert.match(await expectApiError(say(kim, id, 'hello')), /^403 Followers only/)
  await insertApprovedFollow(kim, ada)
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
  await grantStaffRole(mona.id, 'moderator')
  assert.match(await expectApiError(say(mona, id, 'hello')), /^403 Not allowed \/ Moderators can’t comment/)
})

test('only the creator can approve or remove a comment held for the creator’s approval', async () => {
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

test('a creator can remove any comment on their own video, and the removed comment disappears from open pages', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(max, id, 'not on my video')
  const remove = (who: TestUser) =>
    who.call(putCommentDecision, { params: { id: comment }, body: { decision: 'remove' } })
  for (const who of [max, kim]) assert.match(await expectApiError(remove(who)), /^404/)
  const listener = await listenToContentUpdates(kim, id)
  const goes = listener.next('comment_deleted')
  await remove(ada)
  assert.deepEqual((await goes).data, { id: comment })
  await listener.stop()
  assert.deepEqual(await seenBy(max, id), [])
  assert.equal(await countComments(id), 0)
  assert.match(await expectApiError(remove(ada)), /^404/)
})

test('a creator cannot approve a comment that is held for moderators', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(kim, id, phone)
  assert.match(
    await expectApiError(
      ada.call(putCommentDecision, { params: { id: comment }, body: { decision: 'approve' } }),
    ),
    /^404/,
  )
})

test('reading a page of comments uses the same database index for every viewer', async () => {
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select id from comments
    where content_id = ${ada.id} and parent_id is null order by created_at desc, id desc limit 30`.execute(db)
  assert.match(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), /comments_threads/)
})
