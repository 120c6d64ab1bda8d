import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { deleteComment, listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import { changeCommentState } from '#server/moderation/decisions/comment-state.ts'
import { transaction } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
})
after(() => testApp.close())

const say = (who: TestUser, id: string, body: string) =>
  who.call(postComment, { params: { id }, body: { body } })
const bodies = async (id: string) =>
  (await testApp.anonymousUser().call(listComments, { params: { id }, query: {} })).items.map(
    ({ body }) => body,
  )

test('a comment is trimmed and stored as plain text', async () => {
  const id = await createPublishedVideo(ada)
  await say(bob, id, '  first  ')
  const second = await say(ada, id, '<b>second</b> 👩‍👩‍👧‍👦 \u202Eevil')
  assert.equal(second.username, 'ada')
  assert.deepEqual(await bodies(id), ['<b>second</b> 👩‍👩‍👧‍👦 evil', 'first'])
  assert.equal((await bob.call(getContent, { params: { id } })).comments_count, 2)
})

test('rejects empty, overlong and anonymous comments with an error message', async () => {
  const id = await createPublishedVideo(ada)
  assert.equal(await expectApiError(say(bob, id, ' \n\t ')), '422 Nothing to post / Write a comment first.')
  assert.equal(
    await expectApiError(say(bob, id, 'x'.repeat(501))),
    '422 Comment too long / Use at most 500 characters.',
  )
  await say(bob, id, '👩‍👩‍👧‍👦'.repeat(500))
  assert.match(await expectApiError(say(testApp.anonymousUser(), id, 'hi')), /^401/)
})

test('only the author can delete a comment', async () => {
  const id = await createPublishedVideo(ada)
  const { id: comment } = await say(bob, id, 'mine')
  assert.match(await expectApiError(ada.call(deleteComment, { params: { id: comment } })), /^403/)
  await bob.call(deleteComment, { params: { id: comment } })
  assert.deepEqual(await bodies(id), [])
  assert.match(await expectApiError(bob.call(deleteComment, { params: { id: comment } })), /^404/)
})

test('paging through comments continues after the last loaded comment, even if a new comment is added meanwhile', async () => {
  const id = await createPublishedVideo(ada)
  for (let n = 1; n <= 7; n += 1) await say(bob, id, `c${n}`)
  const first = await bob.call(listComments, { params: { id }, query: { limit: 3 } })
  await say(bob, id, 'late')
  const second = await bob.call(listComments, {
    params: { id },
    query: { limit: 3, cursor: first.next_cursor! },
  })
  const third = await bob.call(listComments, {
    params: { id },
    query: { limit: 3, cursor: second.next_cursor! },
  })
  const seen = [first, second, third].flatMap(({ items }) => items.map(({ body }) => body))
  assert.deepEqual(seen, ['c7', 'c6', 'c5', 'c4', 'c3', 'c2', 'c1'])
  assert.equal(third.next_cursor, null)
})

test('open pages receive live updates about new and deleted comments', async () => {
  const id = await createPublishedVideo(ada)
  const listener = await listenToContentUpdates(testApp.anonymousUser(), id)
  const arrives = listener.next('comment')
  const { id: comment } = await say(bob, id, 'hello')
  assert.equal((await arrives).data['body'], 'hello')
  const goes = listener.next('comment_deleted')
  await bob.call(deleteComment, { params: { id: comment } })
  assert.deepEqual((await goes).data, { id: comment })
  await listener.stop()
})

test('a page that reconnects gets every missed comment once and in order', async () => {
  const id = await createPublishedVideo(ada)
  const { live_cursor } = await bob.call(getContent, { params: { id } })
  await Promise.all(Array.from({ length: 20 }, (_, n) => say(n % 2 ? ada : bob, id, `m${n}`)))
  const listener = await listenToContentUpdates(testApp.anonymousUser(), id, live_cursor)
  await Promise.all(Array.from({ length: 20 }, (_, n) => say(n % 2 ? ada : bob, id, `n${n}`)))
  const last = listener.next('comment_deleted')
  const { id: final } = await say(bob, id, 'final')
  await bob.call(deleteComment, { params: { id: final } })
  await last
  const comments = listener.heard.filter(({ name }) => name === 'comment')
  assert.equal(comments.length, 41)
  assert.equal(new Set(comments.map(({ data }) => data['id'])).size, 41)
  assert.deepEqual(
    listener.heard.map(({ id: place }) => place).filter(Boolean),
    listener.heard
      .map(({ id: place }) => place)
      .filter(Boolean)
      .toSorted((a, b) => a - b),
  )
  await listener.stop()

  const middle = comments[10]!.id
  const again = await listenToContentUpdates(testApp.anonymousUser(), id, middle)
  const rest = again.next('comment_deleted')
  await rest
  assert.equal(
    again.heard.filter(({ name }) => name === 'comment').length,
    29,
    'deleted comments are not sent again',
  )
  await again.stop()
})

test('a page that reconnects receives only comments that are still visible', async () => {
  const id = await createPublishedVideo(ada)
  const { live_cursor } = await bob.call(getContent, { params: { id } })
  const result: Record<string, string> = {}
  for (const body of ['stays', 'held', 'removed', 'erased']) result[body] = (await say(bob, id, body)).id
  for (const state of ['held', 'removed'] as const)
    await transaction((tx) => changeCommentState(tx, result[state]!, state))
  await bob.call(deleteComment, { params: { id: result['erased']! } })
  await say(ada, id, 'stays too')
  const listener = await listenToContentUpdates(testApp.anonymousUser(), id, live_cursor)
  const later = listener.next('counts')
  await say(bob, id, 'comes now')
  while (!listener.heard.some(({ data }) => data['body'] === 'comes now')) await listener.next('comment')
  await later
  const told = listener.heard.filter(({ name }) => name === 'comment').map(({ data }) => data['body'])
  assert.deepEqual(told, ['stays', 'stays too', 'comes now'])
  await listener.stop()
})

test('the live updates of a video end when the video is deleted', async () => {
  const id = await createPublishedVideo(ada)
  const listener = await listenToContentUpdates(bob, id)
  const gone = listener.next('gone')
  await ada.call(deleteContent, { params: { id } })
  await gone
  await listener.ended
  assert.match(
    await expectApiError(bob.call(getContent, { params: { id } })),
    /^404 Not found \/ That video doesn't exist/,
  )
})

test('a request for live updates of a hidden video gets a 404, as if the video did not exist', async () => {
  const id = await createPublishedVideo(ada, { visibility: 'only_me' })
  await assert.rejects(listenToContentUpdates(bob, id), /404/)
  const listener = await listenToContentUpdates(ada, id)
  await listener.stop()
})
