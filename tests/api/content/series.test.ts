import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getContent } from '#contract/content/content.ts'
import { deleteContent } from '#contract/content/own-content.ts'
import {
  createSeries,
  deleteEpisode,
  deleteSeries,
  getSeries,
  getContentSeries,
  listEpisodes,
  listOwnSeries,
  putEpisode,
  updateSeries,
} from '#contract/content/series.ts'
import { createUpload } from '#contract/content/uploads.ts'
import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { createEpisode, createTestSeries } from '#tests/support/fixtures/series.ts'

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

const put = (id: string, content_id: string, season: number, episode: number, swap?: boolean) =>
  ada.call(putEpisode, { params: { id, content_id }, body: { season, episode, swap } })

/** Returns the numbers and titles of all episodes, fetched page by page. */
async function listAll(
  id: string,
  query: { season?: number; episode?: number; ids?: string } = {},
  limit = 2,
) {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await bob.call(listEpisodes, { params: { id }, query: { ...query, cursor, limit } })
    found.push(...page.items.map(({ season, episode, content }) => `${season}.${episode} ${content.title}`))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return found
}

const show = (title = 'A show') => createPublishedVideo(ada, { title, type: 'tv_show' })

test('a series is created once per idempotency key', async () => {
  const body = JSON.stringify({ title: '  Roof club ', description: 'Four friends.' })
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const responses = await Promise.all(
    [1, 2].map(() => ada.fetch('/api/series', { method: 'POST', body, headers })),
  )
  const [first, second] = (await Promise.all(responses.map((response) => response.json()))) as [
    { id: string; title: string; mine: boolean; seasons: unknown[] },
    { id: string },
  ]
  assert.deepEqual(first, second)
  assert.deepEqual([first.title, first.mine, first.seasons], ['Roof club', true, []])
})

test('episodes are listed by season and number, whatever order they were added in', async () => {
  const id = await createTestSeries(ada)
  await createEpisode(ada, id, 2, 1)
  await createEpisode(ada, id, 1, 10)
  const second = await createEpisode(ada, id, 1, 2)
  await createEpisode(ada, id, 1, 1)
  assert.deepEqual(await listAll(id), ['1.1 S1 E1', '1.2 S1 E2', '1.10 S1 E10', '2.1 S2 E1'])
  assert.deepEqual(await listAll(id, { season: 1 }), ['1.1 S1 E1', '1.2 S1 E2', '1.10 S1 E10'])
  assert.deepEqual(await listAll(id, { season: 1, episode: 2 }), ['1.2 S1 E2'])
  assert.deepEqual(await listAll(id, { ids: `${second},${crypto.randomUUID()}` }), ['1.2 S1 E2'])
  const { seasons } = await bob.call(getSeries, { params: { id } })
  assert.deepEqual(seasons, [
    { season: 1, episodes_count: 3 },
    { season: 2, episodes_count: 1 },
  ])
})

test('the owner gets the last episode number of each season, so that the form can suggest the next number', async () => {
  const id = await createTestSeries(ada, 'Newest')
  await createEpisode(ada, id, 1, 4)
  await createEpisode(ada, id, 3, 2)
  const { items } = await ada.call(listOwnSeries, { query: {} })
  assert.deepEqual(items[0], {
    id,
    title: 'Newest',
    episodes_count: 2,
    last_episodes: [
      { season: 1, episode: 4 },
      { season: 3, episode: 2 },
    ],
  })
  const { next_cursor } = await ada.call(listOwnSeries, { query: { limit: 1 } })
  const next = await ada.call(listOwnSeries, { query: { cursor: next_cursor!, limit: 1 } })
  assert.equal(next.items[0]!.id, items[1]!.id)
  assert.deepEqual((await bob.call(listOwnSeries, { query: {} })).items, [])
})

test('an episode number that is taken is rejected, and the error names the other episode', async () => {
  const id = await createTestSeries(ada)
  await createEpisode(ada, id, 1, 1, { title: 'Pilot' })
  const other = await show()
  assert.equal(
    await expectApiError(put(id, other, 1, 1)),
    '422 Episode number taken / Season 1, episode 1 is already “Pilot”. Choose another number.',
  )
  await put(id, other, 1, 2)
  assert.deepEqual(await listAll(id), ['1.1 Pilot', '1.2 A show'])
})

test('two episodes can swap their numbers, but a new episode cannot take an existing number', async () => {
  const id = await createTestSeries(ada)
  const first = await createEpisode(ada, id, 1, 1, { title: 'First' })
  await createEpisode(ada, id, 1, 2, { title: 'Second' })
  await put(id, first, 1, 1)
  await put(id, first, 1, 2, true)
  assert.deepEqual(await listAll(id), ['1.1 Second', '1.2 First'])
  await expectErrorCode('episode_number_taken', async () => put(id, await show(), 1, 2, true))
  await put(id, first, 4, 7, true)
  assert.deepEqual(await listAll(id), ['1.1 Second', '4.7 First'])
})

test('concurrent requests with the same episode number add only one episode', async () => {
  const id = await createTestSeries(ada)
  const shows = await Promise.all([show('a'), show('b'), show('c')])
  const results = await Promise.allSettled(shows.map((content_id) => put(id, content_id, 1, 1)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await listAll(id)).length, 1)
})

test('the API and the database accept only the owner’s own shows as episodes', async () => {
  const id = await createTestSeries(ada)
  const music = await createPublishedVideo(ada)
  const foreign = await createPublishedVideo(bob, { type: 'tv_show' })
  await expectErrorCode('not_a_show', () => put(id, music, 1, 1))
  await expectErrorCode('content_not_found', () => put(id, foreign, 1, 1))
  for (const content_id of [music, foreign])
    await assert.rejects(
      db.insertInto('series_episodes').values({ content_id, series_id: id, season: 1, episode: 1 }).execute(),
      /an episode must be a show of the owner of the series/,
    )
  const mine = await show()
  for (const [season, episode, code] of [
    [0, 1, 'season_invalid'],
    [100, 1, 'season_invalid'],
    [1, 0, 'episode_invalid'],
    [1, 1000, 'episode_invalid'],
  ] as const)
    await expectErrorCode(code, () => put(id, mine, season, episode))
})

test('an episode can be moved to another series or removed', async () => {
  const [one, two] = [await createTestSeries(ada), await createTestSeries(ada)]
  const content_id = await createEpisode(ada, one, 1, 1)
  await createEpisode(ada, one, 1, 2)
  await put(two, content_id, 5, 6)
  assert.deepEqual([await listAll(one), await listAll(two)], [['1.2 S1 E2'], ['5.6 S1 E1']])
  for (let n = 0; n < 2; n += 1) await ada.call(deleteEpisode, { params: { id: two, content_id } })
  assert.equal((await ada.call(getContentSeries, { params: { id: content_id }, query: {} })).series, null)
})

test('deleting a series keeps its videos, and deleting a video frees its episode number at once', async () => {
  const id = await createTestSeries(ada)
  const [first, second] = [await createEpisode(ada, id, 1, 1), await createEpisode(ada, id, 1, 2)]
  await ada.call(deleteContent, { params: { id: first } })
  await put(id, await show('New pilot'), 1, 1)
  assert.deepEqual(await listAll(id), ['1.1 New pilot', '1.2 S1 E2'])
  await expectErrorCode('series_not_found', () => bob.call(deleteSeries, { params: { id } }))
  await ada.call(deleteSeries, { params: { id } })
  await expectErrorCode('series_not_found', () => ada.call(getSeries, { params: { id } }))
  assert.equal((await bob.call(getContent, { params: { id: second } })).title, 'S1 E2')
})

test('the title and description of a series are moderated when it is created or edited', async () => {
  const id = await createTestSeries(ada)
  const edit = (body: { title?: string; description?: string }) =>
    ada.call(updateSeries, { params: { id }, body })
  await expectErrorCode('series_title_held', () =>
    ada.call(createSeries, { body: { title: 'Call me on 0170 1234567' } }),
  )
  await expectErrorCode('series_title_held', () => edit({ title: 'Call me on 0170 1234567' }))
  await expectErrorCode('series_description_held', () => edit({ description: 'me@example.com' }))
  await expectErrorCode('title_required', () => edit({ title: ' ' }))
  const edited = await edit({ title: 'Night bus 2', description: 'On the road' })
  assert.deepEqual([edited.title, edited.description], ['Night bus 2', 'On the road'])
})

test('a person can have at most 100 series, and a series can have at most 1,000 episodes', async () => {
  const carl = await testApp.signUpMember('carl')
  const id = await createTestSeries(carl)
  await sql`with shows as (insert into content (user_id, title, content_type, playback_id)
      select ${carl.id}, 'Show ' || n, 'tv_show', 'carl_show_' || n from generate_series(1, 1000) n returning id)
    insert into series_episodes (content_id, series_id, season, episode)
      select id, ${id}, 1 + (row_number() over () - 1) / 999, 1 + (row_number() over () - 1) % 999 from shows`.execute(
    db,
  )
  await expectErrorCode('series_full', () => createEpisode(carl, id, 50, 1))
  await sql`insert into series (user_id, title) select ${carl.id}, 'Series ' || n from generate_series(2, 100) n`.execute(
    db,
  )
  await expectErrorCode('too_many_series', () => createTestSeries(carl))
})

test('an upload can become an episode, and nothing is created if the episode number is taken', async () => {
  const id = await createTestSeries(ada)
  await createEpisode(ada, id, 1, 1, { title: 'Pilot' })
  const upload = (content_type: 'show' | 'music', series: { id: string; season: number; episode: number }) =>
    ada.call(createUpload, {
      body: { title: 'Uploaded', content_type, file_name: 'a.mp4', file_size: 9, series },
    })
  const { contentId } = await upload('show', { id, season: 1, episode: 2 })
  const { series } = await ada.call(getContentSeries, { params: { id: contentId }, query: {} })
  assert.deepEqual([series?.id, series?.season, series?.episode], [id, 1, 2])
  const countDrafts = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from content where user_id = ${ada.id}`.execute(db))
      .rows[0]!.n
  const drafts = await countDrafts()
  await expectErrorCode('episode_number_taken', () => upload('show', { id, season: 1, episode: 1 }))
  await expectErrorCode('not_a_show', () => upload('music', { id, season: 1, episode: 3 }))
  await expectErrorCode('series_not_found', () =>
    upload('show', { id: crypto.randomUUID(), season: 1, episode: 3 }),
  )
  assert.equal(await countDrafts(), drafts)
})

test('the data export contains the series and the episodes with their numbers', async () => {
  const dora = await testApp.signUpMember('dora')
  const id = await createTestSeries(dora, 'Exported')
  const video = await createEpisode(dora, id, 2, 3)
  const { rows } = dataExportFiles.find(({ file }) => file === 'series')!
  const exported = await sql<{
    title: string
    episodes: { video: string; season: number; episode: number }[]
  }>`${rows(dora.id)}`.execute(db)
  const [row] = exported.rows
  assert.equal(row!.title, 'Exported')
  const { season, episode } = row!.episodes[0]!
  assert.deepEqual([row!.episodes[0]!.video, season, episode], [`/watch/${video}`, 2, 3])
})
