import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getContent } from '#contract/content/content.ts'
import { deleteComment, listComments, listReplies, postComment } from '#contract/engagement/comments.ts'
import { listNotifications } from '#contract/notifications.ts'
import { putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { eraseComments } from '#server/comments/erase-comments.ts'
import { changeCommentState } from '#server/moderation/decisions/comment-state.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let cleo: TestUser
/** A member aged 14. */
let kim: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  cleo = await testApp.signUpMember('cleo')
  kim = await testApp.signUpMember('kim', 14)
})
after(() => testApp.close())

const phone = 'call me on 07700 900123'

const say = (who: TestUser, id: string, body: string, reply_to?: string) =>
  who.call(postComment, { params: { id }, body: { body, ...(reply_to && { reply_to }) } })
const threads = async (id: string, who = testApp.anonymousUser()) =>
  (await who.call(listComments, { params: { id }, query: {} })).items
const listRepliesOf = async (thread: string, who = testApp.anonymousUser(), query = {}) =>
  who.call(listReplies, { params: { id: thread }, query })
const bodies = (comments: { body: string }[]) => comments.map(({ body }) => body)
const countComments = async (id: string) => (await ada.call(getContent, { params: { id } })).comments_count

test('a comment is listed with its reply count and its first two replies, oldest first', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'who sings this?')
  await say(bob, id, 'no reply to this')
  for (const body of ['one', 'two', 'three']) await say(ada, id, body, thread)
  const [other, answered] = await threads(id)
  assert.deepEqual([other!.body, other!.replies_count, other!.replies], ['no reply to this', 0, []])
  assert.deepEqual(
    [answered!.body, answered!.parent_id, answered!.replies_count],
    ['who sings this?', null, 3],
  )
  assert.deepEqual(bodies(answered!.replies), ['one', 'two'])
  assert.equal(answered!.replies[0]!.parent_id, thread)
  assert.equal(await countComments(id), 5)
})

test('replies are listed in pages, oldest first', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'count with me')
  for (let number = 1; number <= 5; number++) await say(ada, id, `${number}`, thread)
  const first = await listRepliesOf(thread, cleo, { limit: 2 })
  assert.deepEqual(bodies(first.items), ['1', '2'])
  const second = await listRepliesOf(thread, cleo, { limit: 2, cursor: first.next_cursor! })
  assert.deepEqual(bodies(second.items), ['3', '4'])
  const last = await listRepliesOf(thread, cleo, { limit: 2, cursor: second.next_cursor! })
  assert.deepEqual([bodies(last.items), last.next_cursor], [['5'], null])
})

test('a reply to a reply is added to the same thread', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'start')
  const { id: reply } = await say(ada, id, 'answer', thread)
  const nested = await say(cleo, id, '@ada really?', reply)
  assert.equal(nested.parent_id, thread)
  assert.deepEqual(bodies((await threads(id))[0]!.replies), ['answer', '@ada really?'])
})

test('rejects replies to nonexistent comments and to comments on other videos', async () => {
  const [id, other] = [await createPublishedVideo(ada), await createPublishedVideo(ada)]
  const { id: elsewhere } = await say(bob, other, 'elsewhere')
  for (const target of [elsewhere, '00000000-0000-4000-8000-000000000000'])
    assert.match(await expectApiError(say(cleo, id, 'hello?', target)), /^404/)
  assert.equal(await countComments(id), 0)
})

test('a deleted comment stays in the list without its author and text until its last reply is deleted', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'I take this back')
  const { id: reply } = await say(ada, id, 'why?', thread)
  await bob.call(deleteComment, { params: { id: thread } })
  const [emptied] = await threads(id)
  assert.deepEqual(
    [
      emptied!.id,
      emptied!.deleted,
      emptied!.body,
      emptied!.username,
      emptied!.user_id,
      bodies(emptied!.replies),
    ],
    [thread, true, '', '', null, ['why?']],
  )
  const { rows } = await sql`select user_id, body from comments where id = ${thread}`.execute(db)
  assert.deepEqual(rows, [{ user_id: null, body: '' }])
  assert.equal(await countComments(id), 1)
  assert.match(await expectApiError(say(cleo, id, 'too late', thread)), /^404/)
  await say(cleo, id, 'just in time', reply)
  await ada.call(deleteComment, { params: { id: reply } })
  assert.deepEqual(bodies((await threads(id))[0]!.replies), ['just in time'])
  await cleo.call(deleteComment, { params: { id: (await threads(id))[0]!.replies[0]!.id } })
  assert.deepEqual(await threads(id), [])
  assert.equal(await countComments(id), 0)
})

test('erasing a person’s comments keeps other people’s replies', async () => {
  const id = await createPublishedVideo(ada)
  const { id: answered } = await say(bob, id, 'with an answer')
  await say(ada, id, 'the answer', answered)
  const { id: alone } = await say(bob, id, 'only with own replies')
  await say(bob, id, 'own reply', alone)
  await transaction((tx) =>
    eraseComments(tx, sql<boolean>`comments.content_id = ${id} and comments.user_id = ${bob.id}`),
  )
  const left = await threads(id)
  assert.deepEqual(
    left.map(({ deleted, replies }) => [deleted, bodies(replies)]),
    [[true, ['the answer']]],
  )
  const { rows } = await sql`select 1 from comments where content_id = ${id} and user_id = ${bob.id}`.execute(
    db,
  )
  assert.deepEqual(rows, [])
})

test('a comment that moderators remove loses its text but keeps its replies', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'not nice')
  await say(cleo, id, 'that was not nice', thread)
  await transaction((tx) => changeCommentState(tx, thread, 'removed'))
  const [removed] = await threads(id)
  assert.deepEqual(
    [removed!.deleted, removed!.body, bodies(removed!.replies)],
    [true, '', ['that was not nice']],
  )
  assert.equal(JSON.stringify(await threads(id, ada)).includes('"not nice"'), false)
})

test('a held reply is visible only to its author and is not counted', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'talk to me')
  const held = await say(kim, id, phone, thread)
  assert.equal(held.held, 'moderators')
  const seenBy = async (who: TestUser) => {
    const [first] = await threads(id, who)
    return [first!.replies_count, bodies(first!.replies), bodies((await listRepliesOf(thread, who)).items)]
  }
  assert.deepEqual(await seenBy(kim), [1, [phone], [phone]])
  for (const who of [ada, bob, testApp.anonymousUser()]) assert.deepEqual(await seenBy(who), [0, [], []])
})

test('a viewer who blocks a person no longer sees that person’s threads, including all replies, in lists and live updates', async () => {
  const id = await createPublishedVideo(ada)
  const blocked = await testApp.signUpMember('blocked_bea')
  const { id: thread } = await say(blocked, id, 'you cannot see this')
  const { id: reply } = await say(ada, id, 'I can', thread)
  const { id: open } = await say(ada, id, 'everyone sees this')
  const hidden = await say(blocked, id, 'nor this', open)
  await cleo.call(putBlock, { params: { id: blocked.id } })
  assert.deepEqual(
    (await threads(id, cleo)).map(({ body, replies_count, replies }) => [body, replies_count, replies]),
    [['everyone sees this', 0, []]],
  )
  assert.match(await expectApiError(listRepliesOf(thread, cleo)), /^404/)
  for (const target of [thread, reply, hidden.id])
    assert.match(await expectApiError(say(cleo, id, 'hm', target)), /^404/)

  const listener = await listenToContentUpdates(cleo, id)
  const end = listener.next('comment')
  await say(ada, id, 'in a hidden thread', thread)
  await say(ada, id, 'in an open thread', open)
  const { data } = await end
  assert.equal(data['body'], 'in an open thread')
  assert.equal('thread_user_id' in data, false)
  await listener.stop()
})

test('authors are notified of replies, and a reply to the video owner’s comment causes only one notification', async () => {
  const owner = await testApp.signUpMember('reply_owner')
  const id = await createPublishedVideo(owner)
  const { id: thread } = await say(bob, id, 'question')
  await say(owner, id, 'answer', thread)
  const { id: second } = await say(owner, id, 'what do you think?')
  await say(cleo, id, 'I like it', second)
  const kinds = async (who: TestUser) =>
    (await who.call(listNotifications, { query: {} })).items
      .filter(({ content }) => content?.id === id)
      .map(({ kind, actors, excerpt }) => [kind, actors.map(({ username }) => username).join(), excerpt])
  await waitUntil(async () => (await kinds(owner)).length >= 2)
  assert.deepEqual(await kinds(bob), [['reply', 'reply_owner', 'answer']])
  assert.deepEqual(await kinds(owner), [
    ['reply', 'cleo', 'I like it'],
    ['comment', 'bob', 'question'],
  ])
  await owner.call(putMute, { params: { id: cleo.id } })
  assert.deepEqual(await kinds(owner), [['comment', 'bob', 'question']])
})

test('replying to a comment while it is being deleted either stores the reply or returns 404', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await createPublishedVideo(ada)
    const { id: thread } = await say(bob, id, 'now or never')
    const [, reply] = await Promise.allSettled([
      bob.call(deleteComment, { params: { id: thread } }),
      say(ada, id, 'now', thread),
    ])
    const shown = (await threads(id)).flatMap((each) => bodies(each.replies))
    if (reply.status === 'fulfilled') assert.deepEqual(shown, ['now'])
    else assert.match(await expectApiError(Promise.reject(reply.reason as Error)), /^404/)
  }
})

test('the database query for the replies in a thread uses an index', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from comments
    where parent_id = ${ada.id} order by created_at, id limit 20`.execute(db)
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /comments_replies/)
})
