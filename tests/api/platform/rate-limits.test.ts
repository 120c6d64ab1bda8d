import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { postComment } from '#contract/engagement/comments.ts'
import { putFollow } from '#contract/people/follows.ts'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import type { ApiCallError } from '#web/api/api-client.ts'
import { loadConfig } from '#server/platform/config.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import { createJsonRequestInit } from '#tests/access/routes/route-access-rule.ts'

let cast: AccessFixtures
before(async () => {
  cast = await createAccessFixtures()
})
after(() => cast.close())

/** Returns how many calls succeed, and the error of the first call that fails. */
async function callUntilRefused(most: number, ask: (n: number) => Promise<unknown>) {
  for (let n = 0; n <= most; n += 1)
    try {
      await ask(n)
    } catch (thrown) {
      return { done: n, code: (thrown as ApiCallError).code }
    }
  return { done: most + 1, code: '' }
}

/** Divides the rate limits by a factor, so tests reach the limits sooner. */
const divideLimits = (times: number) => loadConfig({ DATA_DIR: cast.testApp.dataDir, PACE: String(times) })

test('comments, likes and follows are rate-limited per account even after the account’s first day', async () => {
  divideLimits(0.1)
  const [ada, stranger] = [cast.actor('stranger'), cast.actor('follower')]
  const params = { id: cast.publicItem.id }
  const body = (n: number) => ({ body: `A nice shot ${n}` })
  const comments = await callUntilRefused(50, (n) => ada.call(postComment, { params, body: body(n) }))
  assert.deepEqual(comments, { done: 6, code: 'too_fast' })
  const likes = await callUntilRefused(50, (n) => ada.call(n % 2 ? deleteLike : putLike, { params }))
  assert.deepEqual(likes, { done: 12, code: 'too_fast' })
  const whom = { id: cast.people.public.id }
  const follows = await callUntilRefused(50, () => ada.call(putFollow, { params: whom }))
  assert.deepEqual(follows, { done: 6, code: 'too_fast' })
  await stranger.call(postComment, { params, body: body(0) })
  await stranger.call(putLike, { params })
})

test('comment rate limits are shared by all server processes', async () => {
  const ada = cast.actor('young')
  const post = (n: number) =>
    ada.call(postComment, { params: { id: cast.publicItem.id }, body: { body: `So nice ${n}` } })
  divideLimits(0.1)
  assert.deepEqual(await callUntilRefused(3, post), { done: 4, code: '' })
  divideLimits(0.1)
  assert.deepEqual(await callUntilRefused(9, post), { done: 2, code: 'too_fast' })
  const response = await ada.fetch(
    `/api/content/${cast.publicItem.id}/comments`,
    createJsonRequestInit('POST', { body: 'So good' }),
  )
  const wait = Number(response.headers.get('retry-after'))
  assert.ok(response.status === 429 && wait > 0 && wait <= 60, `${response.status} ${wait}`)
  // Requests that fail for a reason other than the rate limit do not count toward it.
  divideLimits(0.1)
  await assert.rejects(
    ada.call(postComment, { params: { id: cast.items.never.id }, body: { body: 'So good' } }),
    { code: 'content_not_found' },
  )
})

test('search is rate-limited per user, or per IP address for signed-out visitors', async () => {
  divideLimits(0.02)
  const who = cast.actor('young')
  const query = { q: 'zebrafish' }
  assert.deepEqual(await callUntilRefused(20, () => who.call(getSearchResults, { query })), {
    done: 2,
    code: 'too_fast',
  })
  assert.deepEqual(await callUntilRefused(20, () => who.call(getSearchSuggestions, { query })), {
    done: 6,
    code: 'too_fast',
  })
  const crowd = (n: number) => [cast.testApp.anonymousUser(), cast.testApp.anonymousUser()][n % 2]!
  const asked = await callUntilRefused(20, (n) => crowd(n).call(getSearchResults, { query }))
  assert.deepEqual(asked, { done: 12, code: 'too_fast' })
  const response = await who.fetch('/api/search?q=zebrafish')
  assert.equal(response.status, 429)
  const wait = Number(response.headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 60, String(wait))
  divideLimits(1)
  assert.equal((await who.fetch('/api/search?q=zebrafish')).status, 200)
})

test('the PACE=0 setting turns off rate limits', async () => {
  const who = cast.actor('pending')
  const post = (n: number) =>
    who.call(postComment, { params: { id: cast.publicItem.id }, body: { body: `So good ${n}` } })
  divideLimits(0.02)
  assert.deepEqual(await callUntilRefused(20, post), { done: 1, code: 'too_fast' })
  divideLimits(0)
  assert.deepEqual(await callUntilRefused(20, post), { done: 21, code: '' })
})
