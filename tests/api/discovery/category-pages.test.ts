import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { categoryRows, emptyCategoryMessages, ownCategoryRows } from '#contract/discovery/category-rows.ts'
import { type CategoryName, categoryNames } from '#contract/discovery/categories.ts'
import { getMarketingClaims } from '#contract/discovery/marketing-claims.ts'
import { getCategory, listCategoryRowItems, getSpotlight } from '#contract/discovery/category-pages.ts'
import { getRelatedContent } from '#contract/content/content.ts'
import type { ContentType } from '#contract/content/content-types.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let ada: TestUser
let nobody: TestUser
before(async () => {
  testApp = await startTestApp({ env: { CLAIM_VIDEOS: '3', CLAIM_QUALITY: '8K' } })
  ada = await testApp.signUpMember('ada')
  nobody = testApp.anonymousUser()
})
after(() => testApp.close())

const deleteAllContent = () => db.deleteFrom('content').execute()
const page = (who: TestUser, category: CategoryName) => who.call(getCategory, { params: { category } })

/**
 * The specification's table "Category pages". Each row has examples of genres that must match the row, and of
 * genres that must not match it.
 */
interface Row {
  title: string
  in?: string[]
  out?: string[]
}
interface Shelf {
  type: ContentType
  rows: Row[]
  mine: string
  empty: string
  invitation?: string
}
const table: Record<CategoryName, Shelf> = {
  movies: {
    type: 'movie',
    rows: [
      { title: 'Recently Added Movies' },
      { title: 'Action', in: ['action', 'live-action'], out: ['drama'] },
      { title: 'Drama', in: ['drama', 'melodramatic'], out: ['action'] },
      { title: 'Comedy', in: ['comedy', 'dark comedy'], out: ['comic'] },
    ],
    mine: 'My Movies',
    empty: 'No Movies Available',
    invitation: 'Be the first to upload a movie!',
  },
  'tv-shows': {
    type: 'tv_show',
    rows: [
      { title: 'Recently Added TV Shows' },
      { title: 'Drama Series', in: ['drama', 'docudrama'], out: ['news'] },
      { title: 'Comedy Shows', in: ['comedy'], out: ['drama'] },
      { title: 'Sci-Fi & Fantasy', in: ['sci-fi', 'science'], out: ['fantasy'] },
    ],
    mine: 'My TV Shows',
    empty: 'No TV Shows Available',
  },
  stories: {
    type: 'story',
    rows: [
      { title: 'Recently Added Stories' },
      { title: 'Mystery & Thriller', in: ['mystery', 'thriller'], out: ['horror'] },
      { title: 'Drama', in: ['drama'], out: ['comedy'] },
      { title: 'Comedy', in: ['comedy'], out: ['drama'] },
    ],
    mine: 'My Stories',
    empty: 'No Stories Available',
  },
  music: {
    type: 'music_video',
    rows: [
      { title: 'Recently Added Music' },
      { title: 'Hip-Hop & Rap', in: ['hip-hop', 'trip hip'], out: ['rap'] },
      { title: 'R&B / Soul', in: ['r&b', 'neo-soul'], out: ['rnb'] },
      { title: 'Pop', in: ['pop', 'k-pop'], out: ['gospel'] },
    ],
    mine: 'My Music',
    empty: 'No Music Yet',
    invitation: 'Be the first to upload a music video!',
  },
  shows: {
    type: 'tv_show',
    rows: [
      { title: 'Recently Added Shows' },
      { title: 'Drama Series', in: ['drama'], out: ['comedy'] },
      { title: 'Comedy Series', in: ['comedy'], out: ['drama'] },
      { title: 'Reality & Unscripted', in: ['reality', 'unscripted'], out: ['docuseries'] },
    ],
    mine: 'My Shows',
    empty: 'No Shows Yet',
    invitation: 'Be the first to upload a show!',
  },
  talent: {
    type: 'talent',
    rows: [
      { title: 'New Talent' },
      { title: 'Dance', in: ['dance', 'dancehall'], out: ['dancing'] },
      { title: 'Singing', in: ['singing', 'sing-along', 'vocals'], out: ['beatbox'] },
      { title: 'Comedy', in: ['comedy'], out: ['magic'] },
    ],
    mine: 'My Talent',
    empty: 'No Talent Videos Yet',
    invitation: 'Show off your skills!',
  },
  challenges: {
    type: 'challenge',
    rows: [
      { title: 'Recently Added Challenges' },
      { title: 'Acting', in: ['acting'], out: ['actor'] },
      { title: 'Directing', in: ['directing', 'direction'], out: ['editing'] },
      { title: 'Editing', in: ['editing', 'edit'], out: ['directing'] },
    ],
    mine: 'My Entries',
    empty: 'No Challenge Videos Yet',
    invitation: 'Upload your first entry to kick things off!',
  },
  live: {
    type: 'live',
    rows: [
      { title: 'Latest Live' },
      { title: 'Live Events', in: ['event', 'events'], out: ['talk'] },
      { title: 'Concerts', in: ['concert'], out: ['music'] },
      { title: 'Esports & Gaming', in: ['esports', 'game night', 'gaming'], out: ['sports'] },
    ],
    mine: 'My Live Videos',
    empty: 'No Live Videos Yet',
    invitation: 'Stream something awesome!',
  },
}

for (const name of categoryNames)
  test(`the rows of the ${name} page have the specified titles and match the specified genres`, async () => {
    await deleteAllContent()
    const { type, rows } = table[name]
    const genres = [...new Set(rows.flatMap((row) => [...(row.in ?? []), ...(row.out ?? [])]))]
    for (const genre of genres) await createPublishedVideo(ada, { title: genre, type, genre })
    const shown = await page(nobody, name)
    assert.deepEqual(
      shown.rows.map(({ title }) => title),
      rows.map(({ title }) => title),
    )
    for (const { title, in: wanted = [], out = [] } of rows) {
      const found = shown.rows.find((row) => row.title === title)!.items.map((item) => item.title)
      for (const genre of wanted) assert.ok(found.includes(genre), `${genre} belongs to ${title}`)
      for (const genre of out) assert.ok(!found.includes(genre), `${genre} does not belong to ${title}`)
    }
    assert.deepEqual([shown.mine, (await page(ada, name)).mine.length], [[], genres.length])
  })

test('the headings and messages of category pages match the specification', () => {
  for (const name of categoryNames) {
    const [mine, words] = [ownCategoryRows[name], emptyCategoryMessages[name]]
    const { mine: expected, empty: title, invitation } = table[name]
    assert.equal(mine.title, expected)
    assert.equal(words.title, title)
    if (invitation) assert.equal(words.text, invitation)
  }
})

test('an empty category page has no video rows', async () => {
  await deleteAllContent()
  for (const name of categoryNames)
    assert.deepEqual(await page(ada, name), { rows: [], mine: [], mine_more: false })
})

test('the row of recent videos shows the twelve newest videos, newest first', async () => {
  await deleteAllContent()
  for (let n = 1; n <= 14; n += 1)
    await createPublishedVideo(ada, { title: `m${n}`, type: 'movie', genre: 'action', minutesAgo: n })
  const { rows } = await page(nobody, 'movies')
  const titles = (title: string) => rows.find((row) => row.title === title)!.items.map((item) => item.title)
  assert.deepEqual(
    titles('Recently Added Movies'),
    Array.from({ length: 12 }, (_, at) => `m${at + 1}`),
  )
  assert.equal(titles('Action').length, 14)
  const id = rows[0]!.items[0]!.id
  const related = await nobody.call(getRelatedContent, { params: { id } })
  assert.deepEqual(
    related.items.map((item) => item.title),
    Array.from({ length: 12 }, (_, at) => `m${at + 2}`),
  )
})

test('paging through each row of a category page reaches the last item', async () => {
  await deleteAllContent()
  const count = 30
  for (let n = 0; n < count; n += 1)
    await createPublishedVideo(ada, {
      title: `${n}`,
      type: n % 5 ? 'tv_show' : 'movie',
      genre: 'drama show',
      minutesAgo: n,
    })
  const shown = await page(ada, 'shows')
  assert.deepEqual(
    shown.rows.map(({ title, items, more }) => [title, items.length, more]),
    [
      ['Recently Added Shows', 12, true],
      ['Drama Series', 24, true],
    ],
  )
  assert.deepEqual([shown.mine.length, shown.mine_more], [24, true])
  const all = Array.from({ length: count }, (_, n) => `${n}`)
  for (const title of ['Recently Added Shows', 'Drama Series', 'My Shows'])
    assert.deepEqual(await wholeRow(ada, 'shows', title), all, title)
  assert.deepEqual(await wholeRow(nobody, 'shows', 'My Shows'), [])
  assert.match(await expectApiError(rowPage(nobody, 'shows', 'pop')), /^404/)
})

test('paging through a row neither skips nor repeats items with the same timestamp', async () => {
  await deleteAllContent()
  const ids: string[] = []
  for (let n = 0; n < 9; n += 1)
    ids.push(
      await createPublishedVideo(ada, { type: n % 2 ? 'live' : 'movie', genre: 'live', title: `${n}` }),
    )
  await db
    .updateTable('content')
    .set({ created_at: new Date(Date.now() - 5000) })
    .execute()
  const titles = await wholeRow(nobody, 'live', 'Latest Live', 2)
  assert.deepEqual(
    titles.toSorted(),
    ids.map((_, n) => `${n}`),
  )
})

const rowPage = (who: TestUser, name: CategoryName, row: string, cursor?: string, limit = 7) =>
  who.call(listCategoryRowItems, { params: { category: name, row }, query: { cursor, limit } })

async function wholeRow(who: TestUser, name: CategoryName, title: string, limit?: number) {
  const titles: string[] = []
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const { slug } = [...categoryRows[name], ownCategoryRows[name]].find((row) => row.title === title)!
    const part = await rowPage(who, name, slug, cursor, limit)
    assert.equal(part.title, title)
    titles.push(...part.items.map((item) => item.title))
    cursor = part.next_cursor ?? undefined
    isLast = cursor === undefined
  }
  return titles
}

test('category pages select videos by content type or genre, but Movies, TV Shows and Stories only by content type', async () => {
  await deleteAllContent()
  for (const word of ['music', 'show', 'talent', 'challenge', 'live', 'movie', 'story'])
    await createPublishedVideo(ada, { title: word, type: 'movie', genre: `my ${word}s` })
  const recent = async (name: CategoryName) =>
    ((await page(nobody, name)).rows[0]?.items ?? []).map((item) => item.title)
  for (const [name, word] of [
    ['music', 'music'],
    ['shows', 'show'],
    ['talent', 'talent'],
    ['challenges', 'challenge'],
    ['live', 'live'],
  ] as const)
    assert.deepEqual(await recent(name), [word])
  assert.deepEqual([await recent('tv-shows'), await recent('stories')], [[], []])
  assert.equal((await recent('movies')).length, 7)
})

test('each of five categories has one video of the week from the last seven days', async () => {
  await deleteAllContent()
  const week = 7 * 24 * 60
  await createPublishedVideo(ada, { title: 'fresh', type: 'music_video', minutesAgo: week - 1 })
  await createPublishedVideo(ada, { title: 'stale', type: 'story', minutesAgo: week + 1 })
  await createPublishedVideo(ada, { title: 'dare', type: 'live', genre: 'The CHALLENGE'.toLowerCase() })
  const spots = await nobody.call(getSpotlight, {})
  const titles = Object.fromEntries(Object.entries(spots).map(([name, item]) => [name, item?.title ?? null]))
  assert.deepEqual(titles, { music: 'fresh', shows: null, stories: null, talent: null, challenges: 'dare' })
})

test('the home page shows the number of public videos, or “3+” if there are three or fewer', async (t) => {
  let now = Date.now()
  t.mock.method(Date, 'now', () => now)
  await deleteAllContent()
  now += 120_000
  for (let n = 1; n <= 3; n += 1) await createPublishedVideo(ada)
  await createPublishedVideo(ada, { visibility: 'only_me' })
  assert.deepEqual(await nobody.call(getMarketingClaims, {}), {
    videos: '3+',
    quality: '8K',
    zero_toxicity: true,
  })
  await createPublishedVideo(ada)
  now += 120_000
  assert.equal((await nobody.call(getMarketingClaims, {})).videos, '4')
})
