/*
 * Revokes and restores access while every cache is warm. Pages, lists and API calls must reflect a change in
 * access on the next request. Media and live updates must reflect the change within ten seconds.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { signOut } from '#contract/accounts/accounts.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { notificationEventsPath } from '#contract/live-updates.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { emitEvent } from '#server/domain-events.ts'
import { changeModerationState } from '#server/moderation/decisions/state-transitions.ts'
import { transaction } from '#server/platform/db/db.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { listenToContentUpdates, listenToLiveUpdates } from '#tests/support/app/live-update-listener.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures, FixtureItem } from '#tests/support/access-fixtures/fixture-types.ts'

let cast: AccessFixtures

before(async () => {
  cast = await createAccessFixtures()
  await mountPages(cast.testApp.app)
  // A single like puts an item in the charts.
  const fan = cast.actor('stranger')
  for (const name of ['public', 'rated_16'] as const)
    await fan.call(putLike, { params: { id: cast.items[name].id } })
  // Requests the charts twice, because each process counts the likes itself and caches the counts. Under `npm
  // run test:multi-process`, two processes take turns.
  for (let who = 0; who < 2; who += 1) await fan.fetch('/api/charts?period=today')
})
after(() => cast.close())

/**
 * Every page and API route that shows an item if the viewer may find the item in lists. The charts cache
 * their counts for a minute, and the media gateway caches its access decisions for five seconds.
 */
function surfaces({ id, playbackId, words }: FixtureItem): Record<string, string> {
  return {
    item: `/api/content/${id}`,
    embed: `/api/embed/${playbackId}`,
    list: '/api/content?limit=50',
    category: '/api/categories/shows',
    row: '/api/categories/shows/drama-series?limit=50',
    genre: '/api/genres/drama',
    search: `/api/search?q=${words[0]}`,
    suggestions: `/api/search/suggestions?q=${words[0]}`,
    related: `/api/content/${cast.publicItem.id}/related`,
    creator: '/creator/ada',
    page: `/watch/${id}`,
    home: '/shows',
    series: '/api/series?limit=50',
    broadcast: `/api/broadcasts/${id}`,
  }
}

/** Additional routes that show items that are visible to everybody. */
function openSurfaces({ id }: FixtureItem): Record<string, string> {
  return {
    charts: '/api/charts?period=today',
    sitemap: '/sitemap/videos.xml',
    oembed: `/oembed?url=${encodeURIComponent(`http://localhost:3000/watch/${id}`)}`,
  }
}

/** Returns the names of the pages and routes whose response contains the item. */
async function shownOn(who: TestUser, paths: Record<string, string>, item: FixtureItem): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      const text = await (await who.fetch(path)).text()
      // Removes the search query and the page's own URL first, because search responses repeat the query and
      // pages repeat their URL.
      const result = text
        .replace(/"q":"[^"]*"/, '')
        .replaceAll(path, '')
        .replaceAll(encodeURIComponent(path), '')
      return [item.id, ...item.words].some((one) => result.includes(one)) ? [name] : []
    }),
  )
  return found.flat()
}

const recordedMedia = [
  'master.m3u8',
  '1/240p/index.m3u8',
  '1/240p/seg_1.m4s',
  '1/poster.webp',
  '1/storyboard.vtt',
]
const liveMedia = [
  'live/master.m3u8',
  'live/source/index.m3u8',
  'live/source/init-0.mp4',
  'live/source/0.0.m4s',
]
const media = [...recordedMedia, ...liveMedia]

async function canPlay(who: TestUser, { playbackId }: FixtureItem): Promise<boolean[]> {
  const responses = await Promise.all(media.map((path) => who.fetch(`/media/${playbackId}/${path}`)))
  await Promise.all(responses.map((response) => response.body?.cancel()))
  return responses.map(({ status }) => status === 200)
}

interface Story {
  item: FixtureItem
  who: TestUser
  /** Whether the item is visible to everybody. */
  isOpen?: boolean
  ends(): Promise<unknown>
}

/**
 * Returns two delays in seconds: until live updates announce the end of access, and until the item's media
 * can no longer be played.
 */
async function watchItEnd({ item, who, isOpen, ends }: Story): Promise<{ live: number; media: number }> {
  const paths = { ...surfaces(item), ...(isOpen && openSurfaces(item)) }
  // The check runs twice. The first run fills every cache, so the second run reads from the caches.
  await shownOn(who, paths, item)
  assert.deepEqual(await shownOn(who, paths, item), Object.keys(paths), 'shown before')
  assert.ok((await canPlay(who, item)).every(Boolean), 'plays before')
  const live = await listenToContentUpdates(who, item.id)
  await ends()
  const endedAt = performance.now()
  const seconds = () => (performance.now() - endedAt) / 1000
  const gone = Promise.race([live.ended.then(seconds), neverAfter(12)])
  assert.deepEqual(await shownOn(who, paths, item), [], 'shown at the next request')
  await waitUntil(async () => !(await canPlay(who, item)).some(Boolean), 10)
  const times = { media: seconds(), live: await gone }
  await live.stop()
  assert.ok(times.live < 10, `live updates ended after ${times.live} s`)
  assert.equal(live.heard.at(-1)?.name, 'gone')
  return times
}

test('even a cached item disappears when its visibility becomes “only me” and reappears when it becomes public', async () => {
  const item = cast.items.public
  const [ada, who] = [cast.actor('owner'), cast.testApp.anonymousUser()]
  const see = (visibility: 'only_me' | 'public') =>
    ada.call(updateContent, { params: { id: item.id }, body: { visibility } })
  logTimes('only me', await watchItEnd({ item, who, isOpen: true, ends: () => see('only_me') }))
  await see('public')
  const paths = { ...surfaces(item), ...openSurfaces(item) }
  assert.deepEqual(await shownOn(who, paths, item), Object.keys(paths), 'shown again at the next request')
  assert.ok((await canPlay(who, item)).every(Boolean), 'plays again at the next request')
})

test('a profile that becomes private hides its items from strangers until it is public again', async () => {
  const item = cast.items.public
  const [ada, who] = [cast.actor('owner'), cast.actor('stranger')]
  const be = (is_private: boolean) => ada.call(updateProfile, { body: { is_private } })
  logTimes('private', await watchItEnd({ item, who, isOpen: true, ends: () => be(true) }))
  const { creator, ...rest } = surfaces(item)
  assert.deepEqual(await shownOn(cast.actor('follower'), { creator: creator!, ...rest }, item), [
    'creator',
    ...Object.keys(rest),
  ])
  await be(false)
  assert.deepEqual(await shownOn(who, surfaces(item), item), Object.keys(surfaces(item)))
})

test('removed followers and blocked users lose access to the creator’s items', async () => {
  const [item, who] = [cast.items.followers, cast.actor('follower')]
  const ada = cast.actor('owner')
  const unfollowed = () =>
    transaction(async (tx) => {
      await sql`delete from follows where follower_id = ${who.id} and followed_id = ${ada.id}`.execute(tx)
      await emitEvent(tx, { type: 'content_visibility_changed', contentId: item.id })
    })
  const pending = cast.actor('pending')
  const blocked = () =>
    transaction(async (tx) => {
      await sql`insert into blocks (blocker_id, blocked_id) values (${ada.id}, ${pending.id})`.execute(tx)
      await emitEvent(tx, { type: 'content_visibility_changed', contentId: cast.items.rated_16.id })
    })
  const [one, other] = await Promise.all([
    watchItEnd({ item, who, ends: unfollowed }),
    watchItEnd({ item: cast.items.rated_16, who: pending, ends: blocked }),
  ])
  logTimes('removed', one)
  logTimes('blocked', other)
})

test('held items and items by suspended creators are hidden from everybody but their owners', async () => {
  const [item, who] = [cast.items.public, cast.actor('young')]
  const holdItem = () =>
    transaction((tx) =>
      changeModerationState(tx, { subject: 'content', id: item.id }, 'held', {
        kind: 'system',
        reason: 'staff',
      }),
    )
  logTimes('held', await watchItEnd({ item, who, isOpen: true, ends: holdItem }))
  assert.equal((await cast.actor('owner').fetch(`/api/content/${item.id}`)).status, 200)
})

test('signing out ends the live updates of the session', async () => {
  const who = cast.actor('moderator')
  const live = await listenToContentUpdates(who, cast.items.rated_16.id)
  const bell = await listenToLiveUpdates(who, notificationEventsPath)
  await who.call(signOut, {})
  const from = performance.now()
  await Promise.race([Promise.all([live.ended, bell.ended]), neverAfter(12)])
  const seconds = (performance.now() - from) / 1000
  console.log(`access ends after signing out: live updates ${seconds.toFixed(1)} s`)
  assert.ok(seconds < 10, `${seconds} s`)
})

/** If the event has not happened after this many seconds, the promise resolves with Infinity. */
function neverAfter(seconds: number): Promise<number> {
  return new Promise((resolve) => void setTimeout(() => resolve(Infinity), seconds * 1000).unref())
}

function logTimes(what: string, { media: played, live }: { media: number; live: number }): void {
  console.log(`access ends after ${what}: media ${played.toFixed(1)} s, live updates ${live.toFixed(1)} s`)
}
