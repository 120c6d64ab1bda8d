import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listComments } from '#contract/engagement/comments.ts'
import { log } from '#server/platform/log.ts'
import { db } from '#server/platform/db/db.ts'
import { deleteExpiredIdempotencyKeys } from '#server/platform/http/idempotency.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
before(async () => {
  testApp = await startTestApp()
  ;[ada, bob] = (await insertUsers(testApp, 'once', 2)) as [TestUser, TestUser]
})
after(() => testApp.close())

async function send(who: TestUser, path: string, body: object, key?: string) {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) }
  const response = await who.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, said: (await response.json()) as Record<string, unknown> }
}

const post = (who: TestUser, id: string, body: string, key?: string) =>
  send(who, `/api/content/${id}/comments`, { body }, key)
const announce = (who: TestUser, title: string, key?: string) =>
  send(who, '/api/uploads', { title, content_type: 'music', file_name: 'a.mp4', file_size: 1000 }, key)
const codeOf = ({ said: result }: Awaited<ReturnType<typeof send>>) =>
  (result['error'] as { code: string }).code
const commentsOf = async (id: string) =>
  (await bob.call(listComments, { params: { id }, query: {} })).items.map(({ body }) => body)

test('fifty concurrent requests with the same idempotency key create only one comment', async () => {
  const id = await createPublishedVideo(ada)
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => post(bob, id, 'Lovely light', 'key-1')),
  )
  assert.ok(responses.every(({ status }) => status === 201))
  assert.equal(new Set(responses.map(({ said: result }) => JSON.stringify(result))).size, 1)
  assert.deepEqual(await commentsOf(id), ['Lovely light'])
  const counted = await db
    .selectFrom('content')
    .select('comments_count')
    .where('id', '=', id)
    .executeTakeFirst()
  assert.equal(counted?.comments_count, 1)
})

test('fifty concurrent upload requests with the same idempotency key create only one draft', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => announce(bob, 'Harbour', 'key-1')))
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201])
  assert.equal(new Set(responses.map(({ said: result }) => result['uploadURL'])).size, 1)
  const drafts = await db.selectFrom('uploads').select('id').where('user_id', '=', bob.id).execute()
  assert.equal(drafts.length, 1)
})

test('refuses an idempotency key that is reused for a different request', async () => {
  const id = await createPublishedVideo(ada)
  await post(bob, id, 'first', 'key-2')
  const other = await post(bob, id, 'second', 'key-2')
  assert.deepEqual([other.status, codeOf(other)], [422, 'key_reused'])
  const elsewhere = await post(bob, await createPublishedVideo(ada), 'first', 'key-2')
  assert.deepEqual([elsewhere.status, codeOf(elsewhere)], [422, 'key_reused'])
  assert.equal((await post(ada, id, 'hers', 'key-2')).status, 201)
  for (let n = 0; n < 2; n += 1) await post(bob, id, 'twice')
  assert.deepEqual((await commentsOf(id)).toSorted(), ['first', 'hers', 'twice', 'twice'])
  for (const key of ['', 'a b', 'ä', 'x'.repeat(256)]) {
    // Some of these keys are not valid in an HTTP header. The test client throws an error for such a key, so
    // the server never receives it.
    const wrong = await post(bob, id, 'third', key).catch(() => undefined)
    if (wrong) assert.deepEqual([wrong.status, codeOf(wrong)], [400, 'key_malformed'], JSON.stringify(key))
  }
})

test('a failed request can be retried successfully with the same idempotency key', async () => {
  const id = await createPublishedVideo(ada, { visibility: 'only_me' })
  assert.equal((await post(bob, id, 'Hello', 'key-3')).status, 404)
  await db.updateTable('content').set({ visibility: 'public' }).where('id', '=', id).execute()
  assert.equal((await post(bob, id, 'Hello', 'key-3')).status, 201)
  assert.equal((await post(bob, id, 'Hello', 'key-3')).status, 201)
  assert.deepEqual(await commentsOf(id), ['Hello'])
})

test('if a comment request fails halfway, neither the comment nor the response for its idempotency key is stored', async (t) => {
  const id = await createPublishedVideo(ada)
  const logError = t.mock.method(log, 'error', () => {})
  // Makes the last step of the request, storing the response, fail.
  await sql`alter table idempotency_keys add constraint broken check (response is null) not valid`.execute(db)
  assert.equal((await post(bob, id, 'Lost', 'key-4')).status, 500)
  assert.equal(logError.mock.callCount(), 1)
  await sql`alter table idempotency_keys drop constraint broken`.execute(db)
  assert.deepEqual(await commentsOf(id), [])
  assert.equal((await post(bob, id, 'Found', 'key-4')).status, 201)
  assert.deepEqual(await commentsOf(id), ['Found'])
})

test('an idempotency key is stored for a day and is deleted with the account that used it', async () => {
  const id = await createPublishedVideo(ada)
  await post(bob, id, 'once', 'key-5')
  const age = (hours: number) =>
    db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - hours * 3600_000) })
      .where('key', '=', 'key-5')
      .execute()
  await age(23)
  await post(bob, id, 'once', 'key-5')
  assert.deepEqual(await commentsOf(id), ['once'])
  await age(25)
  assert.equal((await post(bob, id, 'again', 'key-5')).status, 201)
  await age(25)
  await deleteExpiredIdempotencyKeys()
  const countStoredKeys = async () =>
    (await db.selectFrom('idempotency_keys').select('key').where('user_id', '=', bob.id).execute()).length
  assert.ok((await countStoredKeys()) > 0)
  await db.deleteFrom('users').where('id', '=', bob.id).execute()
  assert.equal(await countStoredKeys(), 0)
})

test('the OpenAPI document lists the Idempotency-Key header for every endpoint that accepts it', async () => {
  const document = (await (await ada.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>
  }
  const endpointsWithHeader = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method} ${path}`),
  )
  assert.deepEqual(endpointsWithHeader.toSorted(), [
    'post /api/admin/contact/{id}/replies',
    'post /api/broadcasts',
    'post /api/broadcasts/{id}/chat',
    'post /api/content/{id}/comments',
    'post /api/content/{id}/replacement',
    'post /api/playlists',
    'post /api/scheduled-broadcasts',
    'post /api/series',
    'post /api/uploads',
  ])
})
