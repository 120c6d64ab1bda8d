import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { type GenreFilter, getGenrePage } from '#contract/discovery/genre-pages.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

const genre = (name: string, show: GenreFilter = 'all', cursor?: string, limit = 24) =>
  testApp.anonymousUser().call(getGenrePage, { params: { genre: name }, query: { show, cursor, limit } })
const titles = async (name: string, show?: GenreFilter) =>
  (await genre(name, show)).items.map(({ title }) => title)

test('a genre page lists the genre’s movies, series and new releases, and ignores the case of the genre name in the URL', async () => {
  const days = 24 * 60
  await createPublishedVideo(ada, { title: 'clip', genre: 'sci-fi', type: 'story', minutesAgo: 1 })
  await createPublishedVideo(ada, { title: 'film', genre: 'sci-fi', type: 'movie', minutesAgo: 31 * days })
  await createPublishedVideo(ada, {
    title: 'series',
    genre: 'sci-fi',
    type: 'tv_show',
    minutesAgo: 29 * days,
  })
  await createPublishedVideo(ada, { title: 'secret', genre: 'sci-fi', visibility: 'only_me' })
  assert.deepEqual(await titles('Sci-Fi'), ['clip', 'series', 'film'])
  assert.deepEqual(await titles('SCI-FI', 'movies'), ['film'])
  assert.deepEqual(await titles('sci-fi', 'series'), ['series'])
  assert.deepEqual(await titles('sci-fi', 'new'), ['clip', 'series'])
})

test('the genre page distinguishes a genre without videos from a filter without results', async () => {
  await createPublishedVideo(ada, { title: 'only a song', genre: 'gospel' })
  assert.equal((await genre('horror')).any, false)
  assert.deepEqual([(await genre('gospel', 'movies')).any, await titles('gospel', 'movies')], [true, []])
  for (const name of ['%', '_', "x' or true --"]) assert.equal((await genre(name)).any, false)
  assert.match(await expectApiError(genre(' ')), /^404/)
})

test('paging through a genre reaches the last item', async () => {
  for (let n = 0; n < 7; n += 1)
    await createPublishedVideo(ada, { title: `${n}`, genre: 'latin', minutesAgo: n })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await genre('latin', 'all', cursor, 3)
    seen.push(...page.items.map(({ title }) => title))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(seen, ['0', '1', '2', '3', '4', '5', '6'])
})
