import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import sharp from 'sharp'
import type { CategoryName } from '#contract/discovery/categories.ts'
import { getCategory, getSpotlight } from '#contract/discovery/category-pages.ts'
import { getContent, getRelatedContent, listContent } from '#contract/content/content.ts'
import { deleteContent, listOwnContent, updateContent } from '#contract/content/own-content.ts'
import { getProfile } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let nobody: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  nobody = testApp.anonymousUser()
})
after(() => testApp.close())

const titles = (items: { title: string }[]) => items.map(({ title }) => title)

test('lists show only public, approved and ready items, newest first', async () => {
  const carl = await testApp.signUpMember('carl')
  for (let n = 1; n <= 5; n += 1) await createPublishedVideo(carl, { title: `t${n}`, minutesAgo: n })
  await createPublishedVideo(carl, { title: 'mine', visibility: 'only_me' })
  await createPublishedVideo(carl, { title: 'followers', visibility: 'followers' })
  await createPublishedVideo(carl, { title: 'held', moderation: 'held' })
  await createPublishedVideo(carl, { title: 'limited', moderation: 'limited' })
  await createPublishedVideo(carl, { title: 'unfinished', status: 'processing' })
  const creator = carl.id
  const first = await nobody.call(listContent, { query: { creator, limit: 2 } })
  const second = await nobody.call(listContent, { query: { creator, limit: 2, cursor: first.next_cursor! } })
  const third = await nobody.call(listContent, { query: { creator, limit: 2, cursor: second.next_cursor! } })
  assert.deepEqual(
    [first, second, third].flatMap(({ items }) => titles(items)),
    ['t1', 't2', 't3', 't4', 't5'],
  )
  assert.equal(third.next_cursor, null)
  const own = await carl.call(listOwnContent, { query: {} })
  assert.equal(own.items.length, 10)
  const made = own.items.map(({ created_at }) => created_at)
  assert.deepEqual(made, made.toSorted().toReversed(), 'own items are also newest first')
  assert.deepEqual(own.counts, { music_video: 10 })
})

test('a request for a hidden item gets the same response as a request for an item that never existed', async () => {
  const hidden = [
    await createPublishedVideo(ada, { visibility: 'only_me' }),
    await createPublishedVideo(ada, { visibility: 'followers' }),
    await createPublishedVideo(ada, { moderation: 'held' }),
    await createPublishedVideo(ada, { status: 'processing' }),
  ]
  const never = '01890000-0000-7000-8000-000000000000'
  const shape = async (who: TestUser, id: string) => {
    const response = await who.fetch(`/api/content/${id}`)
    const body = (await response.json()) as { requestId: string }
    return {
      status: response.status,
      body: { ...body, requestId: '' },
      headers: [...response.headers.keys()].toSorted(),
    }
  }
  const missing = await shape(nobody, never)
  assert.equal(missing.status, 404)
  for (const id of hidden) {
    assert.deepEqual(await shape(nobody, id), missing)
    assert.deepEqual(await shape(bob, id), missing)
    assert.equal((await ada.call(getContent, { params: { id } })).id, id)
  }
  assert.deepEqual(await shape(nobody, 'not-an-id'), missing)
})

test('a category page has no empty rows, and each user’s own items appear in a row that only that user sees', async () => {
  const dora = await testApp.signUpMember('dora')
  await createPublishedVideo(dora, { title: 'song', type: 'music_video', genre: 'hip-hop' })
  await createPublishedVideo(dora, { title: 'stream', type: 'live', genre: 'music' })
  await createPublishedVideo(dora, { title: 'dance', type: 'talent', genre: 'dance' })
  const page = (who: TestUser, category: CategoryName) => who.call(getCategory, { params: { category } })
  const music = await page(dora, 'music')
  const row = (title: string) => titles(music.rows.find((one) => one.title === title)?.items ?? [])
  assert.ok(row('Recently Added Music').includes('song'))
  assert.ok(row('Recently Added Music').includes('stream'), 'a live item of the genre music is music too')
  assert.deepEqual(row('Hip-Hop & Rap').slice(0, 1), ['song'])
  assert.ok(!music.rows.some(({ title }) => title === 'Pop'))
  assert.deepEqual(titles(music.mine), ['stream', 'song'])
  assert.deepEqual((await page(bob, 'music')).mine, [])
  assert.deepEqual((await page(nobody, 'movies')).rows, [])
})

test('genre filters match text literally, not as a pattern', async () => {
  await createPublishedVideo(bob, { title: 'r&b', genre: 'r&b', type: 'music_video' })
  const found = async (genre: string) =>
    titles((await nobody.call(listContent, { query: { genre, limit: 100 } })).items)
  assert.ok((await found('R&B')).includes('r&b'))
  assert.deepEqual(await found('%'), [])
  assert.deepEqual(await found('_&_'), [])
})

test('each category’s video of the week is its newest video from the last seven days', async () => {
  const erin = await testApp.signUpMember('erin')
  await db
    .updateTable('content')
    .set({ created_at: new Date(0) })
    .execute()
  await createPublishedVideo(erin, { title: 'old', type: 'story', minutesAgo: 8 * 24 * 60 })
  await createPublishedVideo(erin, { title: 'newer', type: 'tv_show', minutesAgo: 5 })
  await createPublishedVideo(erin, { title: 'newest', type: 'tv_show', minutesAgo: 1 })
  await createPublishedVideo(erin, { title: 'by genre', type: 'movie', genre: 'talent show' })
  const week = await nobody.call(getSpotlight, {})
  assert.equal(week.stories, null)
  assert.equal(week.shows?.title, 'newest')
  assert.equal(week.talent?.title, 'by genre')
  assert.equal(week.challenges, null)
})

test('related items are other items of the same type', async () => {
  const frank = await testApp.signUpMember('frank')
  const id = await createPublishedVideo(frank, { title: 'one', type: 'challenge' })
  await createPublishedVideo(frank, { title: 'two', type: 'challenge' })
  await createPublishedVideo(frank, { title: 'other', type: 'movie' })
  const { items } = await nobody.call(getRelatedContent, { params: { id } })
  assert.deepEqual(titles(items), ['two'])
})

test('only the owner can edit or delete an item', async () => {
  const id = await createPublishedVideo(ada, { type: 'music_video' })
  assert.match(
    await expectApiError(bob.call(updateContent, { params: { id }, body: { title: 'x' } })),
    /^404/,
  )
  assert.match(await expectApiError(bob.call(deleteContent, { params: { id } })), /^404/)
  assert.match(await expectApiError(nobody.call(deleteContent, { params: { id } })), /^401/)
  const changed = await ada.call(updateContent, {
    params: { id },
    body: { title: ' New ', genre: 'Pop', trailer_url: 'https://example.com/t' },
  })
  assert.deepEqual(
    [changed.title, changed.genre, changed.trailer_url],
    ['New', 'pop', 'https://example.com/t'],
  )
  assert.match(
    await expectApiError(ada.call(updateContent, { params: { id }, body: { genre: 'Horror' } })),
    /^422 Unknown genre/,
  )
  for (const trailer_url of [
    'javascript:alert(1)',
    'http://x.example',
    `/watch/${await createPublishedVideo(bob)}`,
  ])
    assert.match(
      await expectApiError(ada.call(updateContent, { params: { id }, body: { trailer_url } })),
      /^422 Trailer not accepted/,
    )
  await ada.call(deleteContent, { params: { id } })
  assert.match(await expectApiError(ada.call(getContent, { params: { id } })), /^404/)
})

test('a cover is decoded, rotated upright and re-encoded', async () => {
  const id = await createPublishedVideo(ada)
  const photo = await sharp({ create: { width: 60, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada’s phone' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const put = (body: Uint8Array, who = ada) =>
    who.fetch(`/api/content/${id}/pictures/cover`, { method: 'PUT', body: body as BodyInit })
  const response = await put(photo)
  assert.equal(response.status, 200)
  const { cover_url } = (await response.json()) as { cover_url: string }
  const kept = await testApp.anonymousUser().fetch(cover_url)
  assert.equal(kept.status, 200)
  const picture = await sharp(Buffer.from(await kept.arrayBuffer())).metadata()
  assert.deepEqual([picture.format, picture.width, picture.height, picture.exif], ['webp', 30, 60, undefined])
  assert.equal((await put(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status, 422)
  assert.equal((await put(photo, bob)).status, 404)
  const chosen = await ada.fetch(`/api/content/${id}/pictures/thumbnail`, {
    method: 'PUT',
    body: photo as BodyInit,
  })
  const { thumbnail_url } = (await chosen.json()) as { thumbnail_url: string }
  assert.equal((await testApp.anonymousUser().fetch(thumbnail_url)).status, 200, 'so is a thumbnail')
})

test('a private profile hides its owner’s items from strangers', async () => {
  const gil = await testApp.signUpMember('gil')
  const id = await createPublishedVideo(gil)
  await db
    .updateTable('profiles')
    .set({ is_private: true, bio: 'secret' })
    .where('user_id', '=', gil.id)
    .execute()
  assert.match(await expectApiError(bob.call(getContent, { params: { id } })), /^404/)
  assert.deepEqual((await nobody.call(listContent, { query: { creator: gil.id } })).items, [])
  const card = await nobody.call(getProfile, { params: { username: 'gil' } })
  assert.deepEqual([card.view, card.bio], ['card', ''])
  assert.equal((await gil.call(getContent, { params: { id } })).id, id)
})

test('if a creator has no profile, the creator’s items can be watched but are not listed', async () => {
  const hal = await testApp.signUpMember('hal')
  const id = await createPublishedVideo(hal, { title: 'lost', type: 'live' })
  await db.deleteFrom('profiles').where('user_id', '=', hal.id).execute()
  const item = await nobody.call(getContent, { params: { id } })
  assert.deepEqual([item.title, item.creator.username, item.creator.display_name], ['lost', '', ''])
  const { items } = await nobody.call(listContent, { query: { content_type: 'live', limit: 100 } })
  assert.ok(!titles(items).includes('lost'))
})
