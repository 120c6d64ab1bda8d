import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { listContent } from '#contract/content/content.ts'
import { updateContent } from '#contract/content/own-content.ts'
import {
  createPlaylist,
  getPlaylist,
  listPlaylistItems,
  listProfilePlaylists,
  type PlaylistVisibility,
  playlistVisibilities,
  putPlaylistItem,
  updatePlaylist,
} from '#contract/engagement/playlists.ts'
import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import { deleteBlock, putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { approveFollow, putFollow } from '#contract/people/follows.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { db } from '#server/platform/db/db.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
const viewers = {} as Record<
  'owner' | 'follower' | 'stranger' | 'blocker' | 'blocked' | 'anonymous',
  TestUser
>
type ViewerName = keyof typeof viewers
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  viewers.owner = ada
  for (const name of ['follower', 'stranger', 'blocker', 'blocked'] as const)
    viewers[name] = await testApp.signUpMember(name)
  viewers.anonymous = testApp.anonymousUser()
  await viewers.follower.call(putFollow, { params: { id: ada.id } })
  await viewers.blocker.call(putBlock, { params: { id: ada.id } })
  await ada.call(putBlock, { params: { id: viewers.blocked.id } })
})
after(() => testApp.close())

const expectErrorCode = (code: ApiErrorCode, work: () => Promise<unknown>) => assert.rejects(work, { code })

async function makeList(visibility: PlaylistVisibility, videos: string[] = [], who = ada): Promise<string> {
  const { id } = await who.call(createPlaylist, { body: { title: `A ${visibility} list`, visibility } })
  for (const content_id of videos) await who.call(putPlaylistItem, { params: { id, content_id } })
  return id
}

const titlesIn = async (id: string, who: TestUser) =>
  (await who.call(listPlaylistItems, { params: { id }, query: {} })).items.map(({ title }) => title)

async function namesWhoCanOpen(id: string): Promise<string[]> {
  const names: string[] = []
  for (const [name, who] of Object.entries(viewers)) {
    const seen = await who.call(getPlaylist, { params: { id } }).catch(() => null)
    if (seen) names.push(name)
    else {
      await expectErrorCode('playlist_not_found', () => who.call(getPlaylist, { params: { id } }))
      await expectErrorCode('playlist_not_found', () =>
        who.call(listPlaylistItems, { params: { id }, query: {} }),
      )
    }
  }
  return names
}

async function namesWhoSeeOnProfile(id: string): Promise<string[]> {
  const names: string[] = []
  for (const [name, who] of Object.entries(viewers)) {
    const page = await who
      .call(listProfilePlaylists, { params: { id: ada.id }, query: { limit: 100 } })
      .catch(() => ({ items: [] }))
    if (page.items.some((list) => list.id === id)) names.push(name)
  }
  return names
}

const everybody: ViewerName[] = ['owner', 'follower', 'stranger', 'anonymous']
const openTo: Record<PlaylistVisibility, ViewerName[]> = {
  private: ['owner'],
  followers: ['owner', 'follower'],
  unlisted: everybody,
  public: everybody,
}
const onProfileFor: Record<PlaylistVisibility, ViewerName[]> = {
  ...openTo,
  private: [],
  unlisted: [],
}

for (const visibility of playlistVisibilities)
  test(`only the intended people can open a playlist set to “${visibility}”, or find it on its owner’s profile`, async () => {
    const id = await makeList(visibility)
    assert.deepEqual(await namesWhoCanOpen(id), openTo[visibility])
    assert.deepEqual(await namesWhoSeeOnProfile(id), onProfileFor[visibility])
  })

test('if the owner’s profile is private, only approved followers can see the owner’s playlists', async () => {
  const lists = await Promise.all(playlistVisibilities.map((visibility) => makeList(visibility)))
  await ada.call(updateProfile, { body: { is_private: true } })
  await viewers.stranger.call(putFollow, { params: { id: ada.id } })
  for (const [index, visibility] of playlistVisibilities.entries()) {
    const followers = visibility === 'private' ? ['owner'] : ['owner', 'follower']
    assert.deepEqual(await namesWhoCanOpen(lists[index]!), followers, visibility)
  }
  await ada.call(approveFollow, { params: { id: viewers.stranger.id } })
  assert.deepEqual(await titlesIn(lists[3]!, viewers.stranger), [])
  await ada.call(updateProfile, { body: { is_private: false } })
  await sql`delete from follows where follower_id = ${viewers.stranger.id}`.execute(db)
})

test('the playlists of a suspended account are hidden from everyone else', async () => {
  const id = await makeList('public')
  await sql`update profiles set suspended_until = now() + interval '1 day' where user_id = ${ada.id}`.execute(
    db,
  )
  assert.deepEqual(await namesWhoCanOpen(id), ['owner'])
  await sql`update profiles set suspended_until = null where user_id = ${ada.id}`.execute(db)
})

test('a playlist shows each viewer only videos that the viewer may see, and its video count excludes hidden videos', async () => {
  const videos = [
    await createPublishedVideo(ada, { title: 'open' }),
    await createPublishedVideo(ada, { title: 'for followers', visibility: 'followers' }),
    await createPublishedVideo(ada, { title: 'only mine', visibility: 'only_me' }),
    await createPublishedVideo(bob, { title: 'limited', moderation: 'limited' }),
    await createPublishedVideo(bob, { title: 'later removed' }),
    await createPublishedVideo(bob, { title: 'last' }),
  ]
  const id = await makeList('public', videos)
  await db.updateTable('content').set({ moderation: 'removed' }).where('id', '=', videos[4]!).execute()
  const expected: Partial<Record<ViewerName, string[]>> = {
    owner: ['open', 'for followers', 'only mine', 'limited', 'last'],
    follower: ['open', 'for followers', 'last'],
    stranger: ['open', 'last'],
    anonymous: ['open', 'last'],
  }
  for (const [name, titles] of Object.entries(expected)) {
    const who = viewers[name as ViewerName]
    assert.deepEqual(await titlesIn(id, who), titles, name)
    const seen = await who.call(getPlaylist, { params: { id } })
    assert.equal(seen.items_count, titles.length, name)
    assert.equal(seen.unavailable_count, name === 'owner' ? 1 : null, name)
  }
})

test('hidden videos leave no gaps in the pages of a playlist', async () => {
  const videos: string[] = []
  for (let n = 0; n < 9; n += 1)
    videos.push(
      await createPublishedVideo(bob, { title: `${n}`, visibility: n % 3 === 1 ? 'followers' : 'public' }),
    )
  const id = await makeList('public', videos, bob)
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await ada.call(listPlaylistItems, { params: { id }, query: { limit: 2, cursor } })
    assert.ok(page.items.length > 0)
    titles.push(...page.items.map(({ title }) => title))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(titles, ['0', '2', '3', '5', '6', '8'])
})

test('blocks, mutes and visibility changes hide a video in playlists immediately', async () => {
  const video = await createPublishedVideo(bob, { title: 'by bob' })
  const id = await makeList('public', [video])
  const kim = await testApp.signUpMember('kim')
  assert.deepEqual(await titlesIn(id, kim), ['by bob'])
  await bob.call(putBlock, { params: { id: kim.id } })
  assert.deepEqual(await titlesIn(id, kim), [])
  await bob.call(deleteBlock, { params: { id: kim.id } })
  await kim.call(putMute, { params: { id: bob.id } })
  assert.deepEqual(await titlesIn(id, kim), [])
  await bob.call(updateContent, { params: { id: video }, body: { visibility: 'only_me' } })
  assert.deepEqual(await titlesIn(id, ada), [])
  assert.equal((await ada.call(getPlaylist, { params: { id } })).unavailable_count, 1)
})

test('a playlist never shows the cover of a video that the viewer may not see', async () => {
  const hidden = await createPublishedVideo(ada, { visibility: 'only_me' })
  const open = await createPublishedVideo(ada)
  for (const video of [hidden, open])
    await db
      .updateTable('content')
      .set({ cover_url: `/media/${video}` })
      .where('id', '=', video)
      .execute()
  const id = await makeList('public', [hidden, open])
  const coverFor = async (who: TestUser) => (await who.call(getPlaylist, { params: { id } })).cover_url
  assert.equal(await coverFor(ada), `/media/${hidden}`)
  assert.equal(await coverFor(viewers.stranger), `/media/${open}`)
  const [onProfile] = (
    await viewers.stranger.call(listProfilePlaylists, { params: { id: ada.id }, query: {} })
  ).items
  assert.equal(onProfile!.cover_url, `/media/${open}`)
})

test('playlists hide videos rated 16+ from viewers under 16 and from signed-out visitors', async () => {
  const video = await createPublishedVideo(bob, { title: 'rated' })
  await db.updateTable('content').set({ rating: '16' }).where('id', '=', video).execute()
  const id = await makeList('public', [video])
  const young = await testApp.signUpMember('young', 14)
  assert.deepEqual(await titlesIn(id, young), [])
  assert.deepEqual(await titlesIn(id, viewers.anonymous), [])
  assert.deepEqual(await titlesIn(id, viewers.stranger), ['rated'])
})

test('making a playlist private takes effect for other people immediately', async () => {
  const id = await makeList('public')
  await ada.call(updatePlaylist, { params: { id }, body: { visibility: 'private' } })
  assert.deepEqual(await namesWhoCanOpen(id), ['owner'])
  const { items } = await viewers.stranger.call(listContent, { query: {} })
  assert.ok(items.length > 0, 'the videos themselves stay visible')
})
