import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent } from '#contract/content/content.ts'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
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

async function likesOf(id: string) {
  const { likes_count } = await db
    .selectFrom('content')
    .select('likes_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('likes').select('user_id').where('content_id', '=', id).execute()
  return { likes_count, rows: rows.length }
}

test('repeated likes by one person count once, and unliking removes the like', async () => {
  const id = await createPublishedVideo(ada)
  assert.deepEqual(await bob.call(putLike, { params: { id } }), { liked: true, likes_count: 1 })
  assert.deepEqual(await bob.call(putLike, { params: { id } }), { liked: true, likes_count: 1 })
  assert.equal((await bob.call(getContent, { params: { id } })).liked, true)
  assert.equal((await ada.call(getContent, { params: { id } })).liked, false)
  assert.deepEqual(await bob.call(deleteLike, { params: { id } }), { liked: false, likes_count: 0 })
  assert.deepEqual(await bob.call(deleteLike, { params: { id } }), { liked: false, likes_count: 0 })
})

test('fifty concurrent likes by one person count once', async () => {
  const id = await createPublishedVideo(ada)
  await Promise.all(Array.from({ length: 50 }, () => bob.call(putLike, { params: { id } })))
  assert.deepEqual(await likesOf(id), { likes_count: 1, rows: 1 })
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => bob.call(n % 2 ? putLike : deleteLike, { params: { id } })),
  )
  const { likes_count, rows } = await likesOf(id)
  assert.equal(likes_count, rows)
})

test('liking requires signing in', async () => {
  const id = await createPublishedVideo(ada)
  assert.match(
    await expectApiError(testApp.anonymousUser().call(putLike, { params: { id } })),
    /^401 Sign in to like videos/,
  )
})

test('users cannot like a video that is hidden from them', async () => {
  const id = await createPublishedVideo(ada, { visibility: 'only_me' })
  assert.match(await expectApiError(bob.call(putLike, { params: { id } })), /^404 Not found/)
})
