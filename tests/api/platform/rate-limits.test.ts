import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { postComment } from '#contract/engagement/comments.ts'
import { putFollow } from '#contract/people/follows.ts'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { getSearch, getSearchSuggestions } from '#contract/discovery/search.ts'
import type { ApiCallError } from '#web/api/api-client.ts'
import { loadConfig } from '#server/platform/config.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/access-fixture-types.ts'
import { jsonRequest } from '#tests/access/routes/route-rule.ts'

let cast: AccessFixtures
before(async () => {
  cast = await createAccessFixtures()
})
after(() => cast.close())

/** How many of these go through, and what the first one that does not is told. */
async function until(most: number, ask: (n: number) => Promise<unknown>) {
  for (let n = 0; n <= most; n += 1)
    try {
      await ask(n)
    } catch (thrown) {
      return { done: n, code: (thrown as ApiCallError).code }
    }
  return { done: most + 1, code: '' }
}

/** As if people were this much slower: the same ceilings, reached sooner. */
const slower = (times: number) => loadConfig({ DATA_DIR: cast.house.dataDir, PACE: String(times) })

test('after the first day, too: what one person comments, likes and follows has a ceiling, and nobody else meets it', async () => {
  slower(0.1)
  const [ada, stranger] = [cast.actor('stranger'), cast.actor('follower')]
  const params = { id: cast.plaza.id }
  const body = (n: number) => ({ body: `A nice shot ${n}` })
  const comments = await until(50, (n) => ada.call(postComment, { params, body: body(n) }))
  assert.deepEqual(comments, { done: 6, code: 'too_fast' })
  const likes = await until(50, (n) => ada.call(n % 2 ? deleteLike : putLike, { params }))
  assert.deepEqual(likes, { done: 12, code: 'too_fast' })
  const whom = { id: cast.people.public.id }
  const follows = await until(50, () => ada.call(putFollow, { params: whom }))
  assert.deepEqual(follows, { done: 6, code: 'too_fast' })
  await stranger.call(postComment, { params, body: body(0) })
  await stranger.call(putLike, { params })
})

test('what others see is counted over all processes: another one, which remembers nothing of this one, goes on counting', async () => {
  const ada = cast.actor('young')
  const post = (n: number) =>
    ada.call(postComment, { params: { id: cast.plaza.id }, body: { body: `So nice ${n}` } })
  slower(0.1)
  assert.deepEqual(await until(3, post), { done: 4, code: '' })
  slower(0.1)
  assert.deepEqual(await until(9, post), { done: 2, code: 'too_fast' })
  const answer = await ada.fetch(
    `/api/content/${cast.plaza.id}/comments`,
    jsonRequest('POST', { body: 'So good' }),
  )
  const wait = Number(answer.headers.get('retry-after'))
  assert.ok(answer.status === 429 && wait > 0 && wait <= 60, `${answer.status} ${wait}`)
  // Who is refused for another reason is not held up by it.
  slower(0.1)
  await assert.rejects(
    ada.call(postComment, { params: { id: cast.items.never.id }, body: { body: 'So good' } }),
    { code: 'content_not_found' },
  )
})

test('a search counts for who asks, or for the address of who is not signed in; the answer says when to come back', async () => {
  slower(0.02)
  const who = cast.actor('young')
  const query = { q: 'zebrafish' }
  assert.deepEqual(await until(20, () => who.call(getSearch, { query })), { done: 2, code: 'too_fast' })
  assert.deepEqual(await until(20, () => who.call(getSearchSuggestions, { query })), {
    done: 6,
    code: 'too_fast',
  })
  const crowd = (n: number) => [cast.house.stranger(), cast.house.stranger()][n % 2]!
  const asked = await until(20, (n) => crowd(n).call(getSearch, { query }))
  assert.deepEqual(asked, { done: 12, code: 'too_fast' })
  const answer = await who.fetch('/api/search?q=zebrafish')
  assert.equal(answer.status, 429)
  const wait = Number(answer.headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 60, String(wait))
  slower(1)
  assert.equal((await who.fetch('/api/search?q=zebrafish')).status, 200)
})

test('with PACE=0 in the settings there is no ceiling', async () => {
  const who = cast.actor('pending')
  const post = (n: number) =>
    who.call(postComment, { params: { id: cast.plaza.id }, body: { body: `So good ${n}` } })
  slower(0.02)
  assert.deepEqual(await until(20, post), { done: 1, code: 'too_fast' })
  slower(0)
  assert.deepEqual(await until(20, post), { done: 21, code: '' })
})
