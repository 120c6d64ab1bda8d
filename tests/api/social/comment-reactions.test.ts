import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import {
  heartComment,
  likeComment,
  pinComment,
  unheartComment,
  unlikeComment,
  unpinComment,
} from '#contract/engagement/comment-reactions.ts'
import { deleteComment, editComment, listComments, postComment } from '#contract/engagement/comments.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let cleo: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  cleo = await testApp.signUpMember('cleo')
})
after(() => testApp.close())

const say = (who: TestUser, id: string, body: string, reply_to?: string) =>
  who.call(postComment, { params: { id }, body: { body, ...(reply_to && { reply_to }) } })
const list = async (id: string, who = testApp.anonymousUser(), query = {}) =>
  who.call(listComments, { params: { id }, query })
const on = (id: string) => ({ params: { id } })

test('a person can like a comment only once, and can see whether they liked it', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment, likes_count, liked } = await say(bob, id, 'like me')
  assert.deepEqual([likes_count, liked], [0, false])
  await bob.call(likeComment, on(comment))
  await cleo.call(likeComment, on(comment))
  assert.deepEqual(await cleo.call(likeComment, on(comment)), { liked: true, likes_count: 2 })
  const seenBy = async (who?: TestUser) => {
    const [first] = (await list(id, who)).items
    return [first!.likes_count, first!.liked]
  }
  assert.deepEqual(
    [await seenBy(cleo), await seenBy(ada), await seenBy()],
    [
      [2, true],
      [2, false],
      [2, false],
    ],
  )
  assert.deepEqual(await cleo.call(unlikeComment, on(comment)), { liked: false, likes_count: 1 })
  assert.deepEqual(await seenBy(cleo), [1, false])
  assert.match(
    await expectApiError(testApp.anonymousUser().call(likeComment, on(comment))),
    /^401 Sign in to like/,
  )
})

test('after fifty concurrent likes and unlikes, the count equals the number of stored likes', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'popular')
  const fans = [ada, bob, cleo]
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      fans[n % 3]!.call(n % 2 === 0 ? likeComment : unlikeComment, on(comment)),
    ),
  )
  const { rows } = await sql<{ stored: number; counted: number }>`
    select (select count(*)::int from comment_likes where comment_id = ${comment}) as stored,
      coalesce((select likes_count from comment_like_counts where comment_id = ${comment}), 0) as counted`.execute(
    db,
  )
  assert.equal(rows[0]!.counted, rows[0]!.stored)
  assert.equal((await list(id)).items[0]!.likes_count, rows[0]!.stored)
})

test('the likes of an erased account no longer count', async () => {
  const id = await createPublishedVideo(ada)
  const gone = await testApp.signUpMember('gone_gil')
  const { id: comment } = await say(bob, id, 'who was that?')
  await gone.call(likeComment, on(comment))
  await db.deleteFrom('users').where('id', '=', gone.id).execute()
  assert.equal((await list(id)).items[0]!.likes_count, 0)
})

test('likes on replies are counted, and open pages receive the new count', async () => {
  const id = await createPublishedVideo(ada)
  const { id: thread } = await say(bob, id, 'question')
  const { id: reply } = await say(ada, id, 'answer', thread)
  const listener = await listenToContentUpdates(testApp.anonymousUser(), id)
  const changes = listener.next('comment_reactions')
  await bob.call(likeComment, on(reply))
  assert.deepEqual((await changes).data, { id: reply, likes_count: 1 })
  await listener.stop()
  const [first] = (await list(id, bob)).items
  assert.deepEqual([first!.replies[0]!.likes_count, first!.replies[0]!.liked], [1, true])
})

test('a comment that the viewer cannot see cannot be liked', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'gone soon')
  await bob.call(deleteComment, on(comment))
  assert.match(await expectApiError(cleo.call(likeComment, on(comment))), /^404/)
})

test('the creator can pin one comment at a time, and the pinned comment is listed first and only on the first page', async () => {
  const id = await createPublishedVideo(ada)
  const [one, two] = [await say(bob, id, 'one'), await say(cleo, id, 'two')]
  await say(bob, id, 'three')
  const bodies = async (query = {}) => (await list(id, cleo, query)).items.map(({ body }) => body)
  await ada.call(pinComment, on(one.id))
  assert.deepEqual(await bodies(), ['one', 'three', 'two'])
  await ada.call(pinComment, on(two.id))
  assert.deepEqual(await bodies(), ['two', 'three', 'one'])
  const first = await list(id, cleo, { limit: 1 })
  assert.deepEqual(
    first.items.map(({ body, pinned }) => [body, pinned]),
    [
      ['two', true],
      ['three', false],
    ],
  )
  assert.deepEqual(await bodies({ limit: 1, cursor: first.next_cursor! }), ['one'])
  await ada.call(unpinComment, on(two.id))
  assert.deepEqual(await bodies(), ['three', 'two', 'one'])
})

test('if several comments are pinned concurrently, only one stays pinned', async () => {
  const id = await createPublishedVideo(ada)
  const comments = [await say(bob, id, 'one'), await say(bob, id, 'two'), await say(cleo, id, 'three')]
  await ada.call(pinComment, on(comments[0]!.id))
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(comments.map((comment) => ada.call(pinComment, on(comment.id))))
    assert.deepEqual(
      (await list(id)).items.map(({ pinned }) => pinned),
      [true, false, false],
    )
  }
})

test('only the owner of the video can pin comments and give hearts, and replies cannot be pinned', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'pin me')
  const { id: reply } = await say(bob, id, 'and me', comment)
  for (const declared of [pinComment, unpinComment, heartComment, unheartComment])
    assert.match(await expectApiError(bob.call(declared, on(comment))), /^404/)
  assert.match(await expectApiError(ada.call(pinComment, on(reply))), /^404/)
  await ada.call(heartComment, on(reply))
  await ada.call(heartComment, on(comment))
  await ada.call(unheartComment, on(comment))
  const [first] = (await list(id)).items
  assert.deepEqual([first!.hearted, first!.replies[0]!.hearted], [false, true])
})

test('open pages receive live updates about pins and hearts', async () => {
  const id = await createPublishedVideo(ada)
  const [one, two] = [await say(bob, id, 'one'), await say(bob, id, 'two')]
  const { live_cursor } = (await (await bob.fetch(`/api/content/${id}`)).json()) as { live_cursor: number }
  await ada.call(pinComment, on(one.id))
  await ada.call(pinComment, on(two.id))
  const listener = await listenToContentUpdates(bob, id, live_cursor)
  const end = listener.next('comment')
  await ada.call(heartComment, on(two.id))
  await say(bob, id, 'end')
  await end
  assert.deepEqual(
    listener.heard.filter(({ name }) => name === 'comment_reactions').map(({ data }) => data),
    [
      { id: one.id, pinned: true },
      { id: one.id, pinned: false },
      { id: two.id, pinned: true },
      { id: two.id, hearted: true },
    ],
  )
  await listener.stop()
})

test('an edited comment keeps its likes, and live updates do not reveal who liked it', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'first')
  await bob.call(likeComment, on(comment))
  const listener = await listenToContentUpdates(cleo, id)
  const arrives = listener.next('comment')
  await bob.call(editComment, { params: { id: comment }, body: { body: 'second' } })
  const { data } = await arrives
  assert.deepEqual([data['likes_count'], data['liked']], [1, false])
  await listener.stop()
})

test('the data export contains the comments that a person likes', async () => {
  const id = await createPublishedVideo(ada)
  const fan = await testApp.signUpMember('export_fan')
  const { id: comment } = await say(bob, id, 'exported')
  await fan.call(likeComment, on(comment))
  const table = dataExportFiles.find(({ file }) => file === 'comment-likes')!
  const { rows } = await sql<{ comment_id: string; video: string }>`${table.rows(fan.id)}`.execute(db)
  assert.deepEqual(
    rows.map(({ comment_id, video }) => [comment_id, video]),
    [[comment, `/watch/${id}`]],
  )
})
