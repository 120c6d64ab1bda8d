import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { deleteContent } from '#contract/content/own-content.ts'
import {
  createPlaylist,
  deletePlaylist,
  deletePlaylistItem,
  getPlaylist,
  listOwnPlaylists,
  listPlaylistItems,
  movePlaylistItem,
  playlistLimits,
  putPlaylistItem,
  updatePlaylist,
  watchLaterId,
} from '#contract/engagement/playlists.ts'
import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { db } from '#server/platform/db/db.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo, createPublishedVideos } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
})
after(() => testApp.close())

const expectErrorCode = (code: ApiErrorCode, work: () => Promise<unknown>) => assert.rejects(work, { code })

const create = (who: TestUser, title = 'Road trip') => who.call(createPlaylist, { body: { title } })
const add = (who: TestUser, id: string, content_id: string) =>
  who.call(putPlaylistItem, { params: { id, content_id } })
const remove = (who: TestUser, id: string, content_id: string) =>
  who.call(deletePlaylistItem, { params: { id, content_id } })
const orderOf = async (who: TestUser, id: string) =>
  (await who.call(listPlaylistItems, { params: { id }, query: { limit: 100 } })).items.map((item) => item.id)

async function createListOf(who: TestUser, count: number): Promise<[id: string, videos: string[]]> {
  const videos = await createPublishedVideos([bob], count)
  const { id } = await create(who)
  for (const video of videos) await add(who, id, video)
  return [id, videos]
}

test('a new playlist is private and empty', async () => {
  const list = await create(ada, '  Road trip ')
  assert.deepEqual(
    [list.title, list.visibility, list.items_count, list.unavailable_count, list.mine],
    ['Road trip', 'private', 0, 0, true],
  )
  await expectErrorCode('title_required', () => create(ada, ' '))
})

test('a playlist can be created with its first video, once per idempotency key', async () => {
  const content = await createPublishedVideo(bob)
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'save-dialog-1' },
    body: JSON.stringify({ title: 'Saved at once', content }),
  }
  const [first, second] = await Promise.all([
    ada.fetch('/api/playlists', init),
    ada.fetch('/api/playlists', init),
  ])
  assert.deepEqual([first.status, second.status], [201, 201])
  const { id, items_count } = (await first.json()) as { id: string; items_count: number }
  assert.equal(((await second.json()) as { id: string }).id, id)
  assert.equal(items_count, 1)
  assert.deepEqual(await orderOf(ada, id), [content])
})

test('Watch later is created on first use, is visible only to its owner, and cannot be renamed, shared or deleted', async () => {
  const kim = await testApp.signUpMember('kim', 14)
  const video = await createPublishedVideo(bob)
  const params = { id: watchLaterId }
  assert.equal((await kim.call(getPlaylist, { params })).items_count, 0)
  assert.deepEqual(await orderOf(kim, watchLaterId), [])
  await Promise.all([1, 2, 3].map(() => add(kim, watchLaterId, video)))
  const { watch_later } = await kim.call(listOwnPlaylists, { query: { content: video } })
  assert.deepEqual([watch_later.id, watch_later.total_count, watch_later.contains], [watchLaterId, 1, true])
  assert.deepEqual(await orderOf(kim, watchLaterId), [video])
  assert.deepEqual(await orderOf(ada, watchLaterId), [])
  for (const body of [{ title: 'Mine' }, { visibility: 'public' as const }])
    await expectErrorCode('watch_later_fixed', () => kim.call(updatePlaylist, { params, body }))
  await expectErrorCode('watch_later_fixed', () => kim.call(deletePlaylist, { params }))
  const { id } = await db
    .selectFrom('playlists')
    .select('id')
    .where('user_id', '=', kim.id)
    .executeTakeFirstOrThrow()
  await expectErrorCode('playlist_not_found', () => kim.call(getPlaylist, { params: { id } }))
  await expectErrorCode('not_signed_in', () => testApp.anonymousUser().call(getPlaylist, { params }))
})

test('adding a video twice, even concurrently, adds it once and keeps its position', async () => {
  const [id, videos] = await createListOf(ada, 3)
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(ada, id, videos[0]!)))
  assert.deepEqual(answers[4], { contains: true, total_count: 3 })
  assert.deepEqual(await orderOf(ada, id), videos)
  assert.deepEqual(await remove(ada, id, videos[1]!), { contains: false, total_count: 2 })
  assert.deepEqual(await remove(ada, id, videos[1]!), { contains: false, total_count: 2 })
  assert.deepEqual(await orderOf(ada, id), [videos[0], videos[2]])
})

test('only the owner can change a playlist', async () => {
  const [id, [first, second]] = await createListOf(ada, 2)
  await ada.call(updatePlaylist, { params: { id }, body: { visibility: 'public' } })
  const attempts = [
    () => add(bob, id, first!),
    () => remove(bob, id, first!),
    () => bob.call(movePlaylistItem, { params: { id, content_id: first! }, body: { after: second! } }),
    () => bob.call(updatePlaylist, { params: { id }, body: { title: 'Bob was here' } }),
    () => bob.call(deletePlaylist, { params: { id } }),
  ]
  for (const attempt of attempts) await expectErrorCode('playlist_not_found', attempt)
  assert.deepEqual(await orderOf(bob, id), [first, second])
})

test('a video that a person may not watch cannot be added to that person’s playlists', async () => {
  const { id } = await create(ada)
  const hidden = await createPublishedVideo(bob, { visibility: 'only_me' })
  await expectErrorCode('content_not_found', () => add(ada, id, hidden))
  await expectErrorCode('content_not_found', () =>
    ada.call(createPlaylist, { body: { title: 'With a hidden video', content: hidden } }),
  )
})

test('a video can be moved before or after other videos, even past hidden ones', async () => {
  const [id, [a, b, c, d]] = await createListOf(ada, 4)
  const move = (content_id: string, body: { before: string } | { after: string }) =>
    ada.call(movePlaylistItem, { params: { id, content_id }, body })
  await move(d!, { before: a! })
  assert.deepEqual(await orderOf(ada, id), [d, a, b, c])
  await move(d!, { after: b! })
  assert.deepEqual(await orderOf(ada, id), [a, b, d, c])
  await db.updateTable('content').set({ visibility: 'only_me' }).where('id', '=', b!).execute()
  await move(c!, { before: d! })
  assert.deepEqual(await orderOf(ada, id), [a, c, d])
  await db.updateTable('content').set({ visibility: 'public' }).where('id', '=', b!).execute()
  assert.deepEqual(await orderOf(ada, id), [a, b, c, d])
  await remove(ada, id, b!)
  await expectErrorCode('content_not_found', () => move(b!, { after: a! }))
  await expectErrorCode('conflict', () => move(a!, { after: b! }))
  await expectErrorCode('conflict', () => move(a!, { after: a! }))
})

test('a playlist stays in order after many moves to the same position', async () => {
  const [id, videos] = await createListOf(ada, 4)
  let expected = videos
  for (let move = 0; move < 60; move += 1) {
    const moved = expected[3]!
    await ada.call(movePlaylistItem, { params: { id, content_id: moved }, body: { after: expected[0]! } })
    expected = [expected[0]!, moved, expected[1]!, expected[2]!]
    assert.deepEqual(await orderOf(ada, id), expected, `move ${move}`)
  }
})

test('concurrent changes to a playlist lose no video and leave a valid order', async () => {
  const [id, videos] = await createListOf(ada, 8)
  const [extra] = await createPublishedVideos([bob], 1)
  const moves = videos.map((content_id, at) =>
    ada.call(movePlaylistItem, { params: { id, content_id }, body: { before: videos[(at + 3) % 8]! } }),
  )
  await Promise.all([...moves, add(ada, id, extra!), remove(ada, id, extra!), add(ada, id, extra!)])
  const order = await orderOf(ada, id)
  assert.deepEqual(order.filter((video) => video !== extra).toSorted(), videos.toSorted())
  assert.equal(new Set(order).size, order.length)
})

test('a playlist holds at most 500 videos, even if several are added concurrently', async () => {
  const { id } = await create(ada)
  const videos = await createPublishedVideos([bob], 4)
  await sql`with made as (insert into content (user_id, title, content_type, playback_id)
      select ${bob.id}, 'filler', 'story', 'filler' || n from generate_series(1, ${playlistLimits.items - 2}) n returning id)
    insert into playlist_items (playlist_id, content_id, position)
      select ${id}, id, row_number() over () from made`.execute(db)
  const results = await Promise.allSettled(videos.map((video) => add(ada, id, video)))
  const failed = results.filter((result) => result.status === 'rejected')
  assert.equal(failed.length, 2)
  for (const { reason } of failed) assert.equal((reason as { code: string }).code, 'playlist_full')
  const { total_count } = await add(
    ada,
    id,
    videos[results.findIndex(({ status }) => status === 'fulfilled')]!,
  )
  assert.equal(total_count, playlistLimits.items)
})

test('a person has at most 200 playlists, even if several are created concurrently', async () => {
  const lea = await testApp.signUpMember('lea')
  await add(lea, watchLaterId, await createPublishedVideo(bob))
  await sql`insert into playlists (user_id, title)
    select ${lea.id}, 'List ' || n from generate_series(1, ${playlistLimits.perUser - 2}) n`.execute(db)
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => create(lea)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  await expectErrorCode('too_many_playlists', () => create(lea))
})

test('the list of the viewer’s own playlists is paginated and shows which playlists contain a given video', async () => {
  const max = await testApp.signUpMember('max')
  const video = await createPublishedVideo(bob)
  const ids: string[] = []
  for (const title of ['one', 'two', 'three']) ids.push((await create(max, title)).id)
  await add(max, ids[1]!, video)
  const query = { content: video, limit: 2 }
  const first = await max.call(listOwnPlaylists, { query })
  assert.deepEqual(
    first.items.map(({ title, contains, total_count }) => [title, contains, total_count]),
    [
      ['three', false, 0],
      ['two', true, 1],
    ],
  )
  const second = await max.call(listOwnPlaylists, { query: { ...query, cursor: first.next_cursor! } })
  assert.deepEqual([second.items.map(({ title }) => title), second.next_cursor], [['one'], null])
  assert.equal((await max.call(listOwnPlaylists, { query: {} })).items[1]!.contains, null)
})

test('a playlist title or description that a moderator would have to review is rejected', async () => {
  const kim = await testApp.signUpMember('kim2', 14)
  const phone = 'call me on 07700 900123'
  await expectErrorCode('playlist_title_held', () => create(kim, phone))
  const { id } = await create(kim, 'Fine')
  await expectErrorCode('playlist_description_held', () =>
    kim.call(updatePlaylist, { params: { id }, body: { description: phone } }),
  )
  await expectErrorCode('title_threat', () => create(ada, 'kill yourself'))
})

test('an erased video is removed from its playlists, and the data export contains the playlists', async () => {
  const ivy = await testApp.signUpMember('ivy')
  const [id, [kept, gone]] = await createListOf(ivy, 2)
  await bob.call(deleteContent, { params: { id: gone! } })
  assert.equal((await ivy.call(getPlaylist, { params: { id } })).unavailable_count, 1)
  const { rows } = dataExportFiles.find(({ file }) => file === 'playlists')!
  const exported = (await sql<{ title: string; videos: { video: string }[] }>`${rows(ivy.id)}`.execute(db))
    .rows
  assert.equal(exported[0]!.title, 'Road trip')
  assert.equal(exported[0]!.videos[0]!.video, `/watch/${kept}`)
  await sql`delete from content where id = ${gone!}`.execute(db)
  assert.equal((await ivy.call(getPlaylist, { params: { id } })).unavailable_count, 0)
  await ivy.call(deletePlaylist, { params: { id } })
  await expectErrorCode('playlist_not_found', () => ivy.call(getPlaylist, { params: { id } }))
})
