import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { likeComment, pinComment, unlikeComment } from '#contract/engagement/comment-reactions.ts'
import {
  deleteComment,
  listComments,
  postComment,
  putCommentDecision,
} from '#contract/engagement/comments.ts'
import { selectTopThreadPage } from '#server/comments/top-threads.ts'
import { acquireSessionConnection } from '#server/platform/db/connection-pools.ts'
import { db } from '#server/platform/db/db.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
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

const say = async (who: TestUser, id: string, body: string, reply_to?: string) =>
  (await who.call(postComment, { params: { id }, body: { body, ...(reply_to && { reply_to }) } })).id
const top = (id: string, query: { limit?: number; cursor?: string } = {}, who = testApp.anonymousUser()) =>
  who.call(listComments, { params: { id }, query: { ...query, sort: 'top' } })
const bodies = async (id: string, who?: TestUser) => (await top(id, {}, who)).items.map(({ body }) => body)
const like = (who: TestUser, id: string) => who.call(likeComment, { params: { id } })

test('sorting by Top lists the pinned comment first and sorts the other comments by likes, then replies, then newest first', async () => {
  const id = await createPublishedVideo(ada)
  const pinned = await say(bob, id, 'pinned')
  const liked = await say(bob, id, 'liked')
  const discussed = await say(bob, id, 'discussed')
  await say(bob, id, 'older')
  await say(bob, id, 'newer')
  await like(ada, liked)
  await like(cleo, liked)
  await like(ada, discussed)
  const reply = await say(cleo, id, 'a reply', discussed)
  const alsoLiked = await say(bob, id, 'liked once')
  await like(ada, alsoLiked)
  assert.deepEqual(await bodies(id), ['liked', 'discussed', 'liked once', 'newer', 'older', 'pinned'])
  await ada.call(pinComment, { params: { id: pinned } })
  assert.equal((await bodies(id))[0], 'pinned')
  assert.deepEqual(await bodies(id, cleo), await bodies(id))

  await ada.call(putCommentDecision, { params: { id: reply }, body: { decision: 'remove' } })
  assert.deepEqual((await bodies(id)).slice(1, 4), ['liked', 'liked once', 'discussed'])
  for (const who of [ada, cleo]) await who.call(unlikeComment, { params: { id: liked } })
  assert.deepEqual((await bodies(id)).slice(1, 3), ['liked once', 'discussed'])
})

test('Newest remains the default sort order of comments', async () => {
  const id = await createPublishedVideo(ada)
  await like(ada, await say(bob, id, 'older'))
  await say(bob, id, 'newer')
  const { items } = await cleo.call(listComments, { params: { id }, query: {} })
  assert.deepEqual(
    items.map(({ body }) => body),
    ['newer', 'older'],
  )
})

test('paging through comments sorted by Top lists every comment exactly once, with or without likes', async () => {
  const id = await createPublishedVideo(ada)
  for (let n = 0; n < 9; n += 1) {
    const comment = await say(bob, id, `comment ${n}`)
    if (n % 3 > 0) await like(ada, comment)
    if (n % 3 > 1) await like(cleo, comment)
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof top>> = await top(id, { limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ body }) => body.slice(8)))
    cursor = page.next_cursor
  } while (cursor)
  assert.deepEqual(seen, ['8', '5', '2', '7', '4', '1', '6', '3', '0'])
})

test('a pagination cursor from one sort order of comments is rejected in the other sort order', async () => {
  const id = await createPublishedVideo(ada)
  for (const body of ['one', 'two']) await say(bob, id, body)
  const { next_cursor: ofTop } = await top(id, { limit: 1 })
  const { next_cursor: ofNewest } = await bob.call(listComments, { params: { id }, query: { limit: 1 } })
  assert.match(await expectApiError(top(id, { cursor: ofNewest! })), /^422 Invalid cursor/)
  const wrong = bob.call(listComments, { params: { id }, query: { cursor: ofTop! } })
  assert.match(await expectApiError(wrong), /^422 Invalid cursor/)
})

test('the stored like and reply counts of comments are updated when a like or an approved reply is added or removed', async () => {
  const id = await createPublishedVideo(ada)
  const gone = await testApp.signUpMember('gone_gil')
  const threads = await Promise.all([1, 2, 3].map((n) => say(bob, id, `thread ${n}`)))
  await Promise.all(
    threads.flatMap((thread) =>
      [ada, cleo, gone].flatMap((who) => [like(who, thread), say(who, id, 'r', thread)]),
    ),
  )
  const own = await say(cleo, id, 'deleted again', threads[0])
  await cleo.call(deleteComment, { params: { id: own } })
  await bob.call(deleteComment, { params: { id: threads[1]! } })
  await db.deleteFrom('comments').where('user_id', '=', gone.id).execute()
  await db.deleteFrom('users').where('id', '=', gone.id).execute()
  const { rows } = await sql<{ ranked: number[]; counted: number[] }>`
    select array[likes_count, replies_count] as ranked, array[
      (select count(*)::int from comment_likes where comment_likes.comment_id = comments.id),
      (select count(*)::int from comments reply where reply.parent_id = comments.id and moderation = 'approved')] as counted
    from comments left join comment_ranks on comment_ranks.comment_id = comments.id
    where comments.content_id = ${id} and parent_id is null`.execute(db)
  assert.equal(rows.length, 3)
  for (const { ranked, counted } of rows) assert.deepEqual(ranked, counted)
})

test('the first page of comments is read from an index, even if a video has thousands of comments', async () => {
  const id = await createPublishedVideo(ada)
  await sql`insert into comments (content_id, user_id, body, moderation)
    select ${id}, ${bob.id}, 'Comment ' || nth, 'approved' from generate_series(1, 3000) nth`.execute(db)
  const direct = await acquireSessionConnection()
  await direct.query('vacuum analyze comments, comment_ranks')
  direct.release()
  const query = selectTopThreadPage(anonymousViewer, '', id, { limit: 30 })
  const plan = (await query.explain()).map((row) => String(row['QUERY PLAN'])).join('\n')
  assert.match(plan, /comment_ranks_top/)
  // The query plan sorts only the few mentions of each comment, and never the comments.
  assert.doesNotMatch(plan, /Sort Key: (?!comment_mentions)/)
})
