import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { sql } from 'kysely'
import { getContent } from '#contract/content/content.ts'
import { deleteContent, getOwnContent, updateContent } from '#contract/content/own-content.ts'
import { listTaggedContent } from '#contract/content/tags.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { getSearchResults } from '#contract/discovery/search.ts'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { db } from '#server/platform/db/db.ts'
import { insertApprovedFollow } from '#tests/support/fixtures/approved-follow.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const testApp = await startTestApp()
after(() => testApp.close())
const nobody = testApp.anonymousUser()
const ada = await testApp.signUpMember('ada')
const bob = await testApp.signUpMember('bob', 18)

const setTags = (owner: TestUser, id: string, tags: string[]) =>
  owner.call(updateContent, { params: { id }, body: { tags } })
const listTag = (tag: string, who = nobody, query: { cursor?: string; limit?: number } = {}) =>
  who.call(listTaggedContent, { params: { tag }, query })
const titlesOf = async (tag: string, who = nobody) =>
  (await listTag(tag, who)).items.map(({ title }) => title)

async function createTaggedVideo(title: string, tags: string[], film = {}) {
  const id = await createPublishedVideo(ada, { title, ...film })
  await setTags(ada, id, tags)
  return id
}

test('normalizes the tags of an upload, stores them and shows them with the video', async () => {
  const { contentId: id } = await ada.call(createUpload, {
    body: { title: 'Skate', content_type: 'talent', tags: ['#Skate Park', 'skate-park', 'Straße'] },
  })
  assert.deepEqual((await ada.call(getOwnContent, { params: { id } })).tags, ['skate-park', 'straße'])
  const published = await createTaggedVideo('Ollie', ['Tricks', 'board'])
  assert.deepEqual((await nobody.call(getContent, { params: { id: published } })).tags, ['tricks', 'board'])
})

test('a tag’s page lists its videos newest first, one page at a time', async () => {
  for (const n of [0, 1, 2, 3, 4]) await createTaggedVideo(`Paged ${n}`, ['paged'], { minutesAgo: n })
  const first = await listTag('#Paged', nobody, { limit: 2 })
  assert.equal(first.tag, 'paged')
  const seen = first.items.map(({ title }) => title)
  for (let cursor = first.next_cursor; cursor;) {
    const page = await listTag('paged', nobody, { limit: 2, cursor })
    seen.push(...page.items.map(({ title }) => title))
    cursor = page.next_cursor
  }
  assert.deepEqual(seen, ['Paged 0', 'Paged 1', 'Paged 2', 'Paged 3', 'Paged 4'])
})

test('requests for an unused tag and for a tag with only hidden videos get the same response', async () => {
  await createTaggedVideo('Secret', ['for-followers'], { visibility: 'followers' })
  await createTaggedVideo('Held', ['for-followers'], { moderation: 'held' })
  const hidden = await listTag('for-followers')
  assert.deepEqual({ ...hidden, tag: '' }, { ...(await listTag('never-used')), tag: '' })
  await insertApprovedFollow(bob, ada)
  assert.deepEqual(await titlesOf('for-followers', bob), ['Secret'])
})

test('a tag’s page no longer lists a video after the tag is removed or the video is deleted', async () => {
  const id = await createTaggedVideo('Changed', ['old-tag', 'both'])
  await setTags(ada, id, ['both', 'new-tag'])
  assert.deepEqual(
    [await titlesOf('old-tag'), await titlesOf('new-tag'), await titlesOf('both')],
    [[], ['Changed'], ['Changed']],
  )
  await ada.call(deleteContent, { params: { id } })
  assert.deepEqual(await titlesOf('both'), [])
})

test('tag pages omit videos by creators who have blocked the viewer', async () => {
  await createTaggedVideo('Blocked', ['blocked-tag'])
  const mallory = await testApp.signUpMember('mallory')
  await ada.call(putBlock, { params: { id: mallory.id } })
  assert.deepEqual([await titlesOf('blocked-tag', mallory), await titlesOf('blocked-tag')], [[], ['Blocked']])
})

test('search finds a video by its tags until the tags are removed', async () => {
  const id = await createTaggedVideo('A walk', ['zanzibar', 'hip-hop'])
  const find = async (q: string) =>
    (await nobody.call(getSearchResults, { query: { q } })).hits.map(({ item }) => item.title)
  assert.deepEqual([await find('zanzibar'), await find('hip-hop')], [['A walk'], ['A walk']])
  await setTags(ada, id, [])
  assert.deepEqual(await find('zanzibar'), [])
})

test('rejects more than ten tags, and tags that are too short', async () => {
  const id = await createPublishedVideo(ada)
  const many = Array.from({ length: 11 }, (_, n) => `tag ${n}`)
  await assert.rejects(setTags(ada, id, many), { code: 'tags_too_many' })
  await assert.rejects(setTags(ada, id, ['a']), { code: 'tag_invalid' })
  assert.equal((await setTags(ada, id, many.slice(1))).tags.length, 10)
})

test('rejects rude words and contact details in tags, even if they are split across several tags', async () => {
  const id = await createPublishedVideo(bob)
  await assert.rejects(setTags(bob, id, ['dance', 'fuck']), { code: 'tags_rude' })
  await assert.rejects(setTags(bob, id, ['kill-yourself']), { code: 'tags_threat' })
  await assert.rejects(setTags(bob, id, ['kill', 'yourself']), { code: 'tags_threat' })
  await assert.rejects(setTags(bob, id, ['07911-123456']), { code: 'tags_contact' })
  await assert.rejects(setTags(bob, id, ['079', '11123456']), { code: 'tags_contact' })
  const upload = { title: 'x', content_type: 'music' as const, tags: ['fuck'] }
  await assert.rejects(bob.call(createUpload, { body: upload }), { code: 'tags_rude' })
  assert.deepEqual((await bob.call(getOwnContent, { params: { id } })).tags, [])
})

test('accepts ordinary tags', async () => {
  const id = await createPublishedVideo(ada)
  const ordinary = [
    'music',
    'high-school',
    'live-2025',
    'cover-song',
    'bts',
    'r-b',
    'best-friend',
    '4k',
    'diy',
    'art',
  ]
  assert.deepEqual((await setTags(ada, id, ordinary)).tags, ordinary)
})

test('updates the tag index when the creation time of a video changes', async () => {
  const id = await createTaggedVideo('Moved', ['moved'])
  await db
    .updateTable('content')
    .set({ created_at: new Date('2024-01-01') })
    .where('id', '=', id)
    .execute()
  const { rows } = await sql<{
    created_at: Date
  }>`select created_at from content_tags where content_id = ${id}`.execute(db)
  assert.deepEqual(
    rows.map(({ created_at }) => created_at.toISOString()),
    ['2024-01-01T00:00:00.000Z'],
  )
})
