/*
 * Tests the API calls and fields that the specification names (sections 3 and 7) and that no other test
 * covers.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import sharp from 'sharp'
import { sql } from 'kysely'
import { signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { getRelatedContent } from '#contract/content/content.ts'
import { deleteContent, listOwnContent } from '#contract/content/own-content.ts'
import { getProfile, getProfileById } from '#contract/people/profiles.ts'
import { confirmEmail } from '#contract/auth/sign-in.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

const upload = {
  title: 'A day out',
  content_type: 'music' as const,
  file_name: 'clip.mp4',
  file_size: 1000,
}

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let nobody: TestUser

before(async () => {
  testApp = await startTestApp({ working: true, env: { ADMIN_EMAIL: 'head@example.com' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('Bob_B')
  nobody = testApp.anonymousUser()
})
after(() => testApp.close())

test('every field named by the specification has a database column', async () => {
  const named: Record<string, string> = {
    users: 'id email',
    sessions: 'id user_id token expires_at',
    content:
      'id user_id title description genre content_type file_url trailer_url preview_url cover_url thumbnail_url stream_url stream_status stream_id stream_thumbnail_url playback_id vast_tag_url ad_breaks duration_seconds monetization_enabled is_featured likes_count created_at',
    profiles:
      'id user_id username display_name bio is_minor display_name_mode avatar_url is_private last_username_change updated_at',
    private_details: 'user_id first_name full_name age',
    comments: 'id content_id user_id body created_at',
    likes: 'id content_id user_id',
  }
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns where table_schema = 'public'`.execute(db)
  const there = new Set(rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`))
  for (const [table, columns] of Object.entries(named))
    for (const column of columns.split(' ')) assert.ok(there.has(`${table}.${column}`), `${table}.${column}`)
  const id = await createPublishedVideo(ada)
  const { ad_breaks } = await db
    .selectFrom('content')
    .select('ad_breaks')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(ad_breaks, [0])
})

test('the genre of an upload is accepted in upper or lower case and stored in lower case', async () => {
  const { contentId } = await ada.call(createUpload, { body: { ...upload, genre: 'Hip-Hop' } })
  const { items } = await ada.call(listOwnContent, { query: {} })
  assert.equal(items.find(({ id }) => id === contentId)?.genre, 'hip-hop')
  assert.equal(items.find(({ id }) => id === contentId)?.content_type, 'music_video')
  await ada.call(deleteContent, { params: { id: contentId } })
})

test('users cannot start an upload under another user’s ID, and owners cannot feature their own videos', async () => {
  const { contentId } = await ada.call(createUpload, { body: { ...upload, user_id: ada.id } })
  await ada.call(deleteContent, { params: { id: contentId } })
  assert.match(await expectApiError(ada.call(createUpload, { body: { ...upload, user_id: bob.id } })), /^403/)
  const id = await createPublishedVideo(ada)
  for (const field of ['is_featured', 'likes_count', 'user_id']) {
    const body = JSON.stringify({ [field]: true })
    const headers = { 'content-type': 'application/json' }
    const response = await ada.fetch(`/api/content/${id}`, { method: 'PATCH', headers, body })
    assert.equal(response.status, 422, field)
  }
})

test('related items are the 12 newest other items of the same type', async () => {
  const cleo = await testApp.signUpMember('cleo')
  let id = ''
  for (let n = 1; n <= 14; n++)
    id = await createPublishedVideo(cleo, { title: `n${n}`, type: 'story', minutesAgo: 60 - n })
  const { items } = await nobody.call(getRelatedContent, { params: { id } })
  assert.deepEqual(
    items.map(({ title }) => title),
    Array.from({ length: 12 }, (_, n) => `n${13 - n}`),
  )
})

test('a profile is found by its full username, ignoring case, and by its owner’s ID', async () => {
  const found = await nobody.call(getProfile, { params: { username: 'bOB_b' } })
  assert.equal(found.user_id, bob.id)
  assert.equal((await nobody.call(getProfileById, { params: { id: bob.id } })).username, 'Bob_B')
  assert.match(await expectApiError(nobody.call(getProfile, { params: { username: 'BobxB' } })), /^404/)
})

test('a chosen cover is cached for 3600 seconds, and a new cover gets a new URL', async () => {
  const id = await createPublishedVideo(ada)
  const picture = await sharp({ create: { width: 32, height: 18, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const put = async () => {
    const response = await ada.fetch(`/api/content/${id}/pictures/cover`, {
      method: 'PUT',
      body: new Uint8Array(picture),
    })
    return ((await response.json()) as { cover_url: string }).cover_url
  }
  const first = await put()
  const kept = await nobody.fetch(first)
  assert.equal(kept.headers.get('cache-control'), 'public, max-age=3600, s-maxage=5')
  assert.notEqual(await put(), first)
  assert.equal((await nobody.fetch(first)).status, 404)
})

test('deleting an item removes it from lists immediately, then deletes its files, and then deletes its database row', async () => {
  const id = await createPublishedVideo(ada)
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await storage.putBytes(`media/${playback_id}/1/poster.webp`, new Uint8Array([1]))
  await ada.call(deleteContent, { params: { id } })
  const { items } = await ada.call(listOwnContent, { query: {} })
  assert.ok(!items.some((item) => item.id === id))
  await waitUntil(
    async () => !(await db.selectFrom('content').select('id').where('id', '=', id).executeTakeFirst()),
  )
  assert.equal(await storage.stat(`media/${playback_id}/1/poster.webp`), null)
})

test('a page that missed more than 100 live updates is told to reload', async () => {
  const id = await createPublishedVideo(ada)
  const say = (n: number) =>
    db
      .insertInto('live_events')
      .values({ topic: `content:${id}`, name: 'counts', data: JSON.stringify({ n }) })
      .returning('id')
      .executeTakeFirstOrThrow()
  const start = (await say(0)).id
  for (let n = 1; n <= 100; n++) await say(n)
  const near = await listenToContentUpdates(nobody, id, start)
  await waitUntil(async () => near.heard.filter(({ name }) => name === 'counts').length === 100)
  await near.stop()
  await say(101)
  const far = await listenToContentUpdates(nobody, id, start)
  await far.ended
  assert.deepEqual(
    far.heard.map(({ name }) => name),
    ['heartbeat', 'reset'],
  )
})

test('only the account whose confirmed email address is ADMIN_EMAIL becomes an admin', async () => {
  const role = async (who: TestUser) => (await who.call(getSession, {})).me?.role
  const head = await testApp.signUpMember('head')
  assert.deepEqual([await role(head), await role(ada)], ['user', 'user'], 'no role before confirmation')
  const link = extractFirstLink(await waitForEmail(testApp, 'head@example.com', 'Confirm'))
  await head.call(confirmEmail, { body: { token: link.searchParams.get('token')! } })
  assert.deepEqual([await role(head), await role(ada)], ['admin', 'user'])
})

test('the display name of a new account is taken from its email address, or from its username if the owner is a minor', async () => {
  const called = async (who: TestUser) => {
    const row = db.selectFrom('users').select('name').where('id', '=', who.id)
    return (await row.executeTakeFirstOrThrow()).name
  }
  const body = { full_name: 'Zoe Z', username: 'quiet_zoe', password: validPassword, terms: true as const }
  const zoe = testApp.anonymousUser()
  await zoe.call(signUp, { body: { ...body, email: 'zoe.zed@example.com', age: 18 } })
  zoe.id = (await zoe.call(getSession, {})).me!.id
  assert.equal(await called(zoe), 'zoe.zed')
  assert.equal(await called(ada), 'ada')
})
