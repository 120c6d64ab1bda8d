import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { deleteContent } from '#contract/content/own-content.ts'
import {
  getSearchResults,
  getSearchSuggestions,
  type SearchHit,
  type HighlightRanges,
} from '#contract/discovery/search.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let nobody: TestUser
let ada: TestUser
let bob: TestUser

before(async () => {
  testApp = await startTestApp()
  nobody = testApp.anonymousUser()
  ada = await testApp.signUpMember('ada_lovelace')
  bob = await testApp.signUpMember('bob_ross')
  for (const [n, place] of ['Meadow', 'River', 'Tower', 'Cellar'].entries())
    for (let i = 0; i < 60; i += 1)
      await createPublishedVideo(n % 2 ? ada : bob, {
        title: `${place} scene number ${i}`,
        description: `Filmed on a sunday with friend ${i}`,
        type: n % 2 ? 'story' : 'movie',
        genre: n % 2 ? 'horror' : 'drama',
        seconds: 60 * (i + 1),
        likes: i,
        minutesAgo: i * 60 * 24 * 11,
      })
})
after(() => testApp.close())

type Query = Omit<InputOf<typeof getSearchResults>['query'], 'q'>
const search = (q: string, query: Query = {}, who = nobody) =>
  who.call(getSearchResults, { query: { q, ...query } })
const titles = async (q: string, query: Query = {}, who = nobody) =>
  (await search(q, query, who)).hits.map(({ item }) => item.title)
const suggested = async (q: string) => (await nobody.call(getSearchSuggestions, { query: { q } })).items
const sliceMatches = (text: string, marks: HighlightRanges) => marks.map(([from, to]) => text.slice(from, to))
const marked = ({ item, title_marks }: SearchHit) => sliceMatches(item.title, title_marks)

test('search finds a video by its title, description or genre, or by the creator’s name', async () => {
  await createPublishedVideo(ada, {
    title: 'Harbour lights',
    description: 'Boats at night',
    genre: 'pop',
    minutesAgo: 50,
  })
  await createPublishedVideo(bob, { title: 'Diary', description: 'We saw the harbour lights from afar.' })
  assert.deepEqual(await titles('harbour lights'), ['Harbour lights', 'Diary'])
  assert.deepEqual(await titles('boats'), ['Harbour lights'])
  assert.deepEqual(await titles('pop boats'), ['Harbour lights'])
  assert.deepEqual(await titles('lovelace harbour'), ['Harbour lights'])
})

test('search ignores accents, capitalization, apostrophes and different forms of a word', async () => {
  await createPublishedVideo(bob, { title: 'Señor Müller’s Café dances', type: 'talent' })
  for (const q of ['senor muller', 'SEÑOR', 'mullers cafe', 'dancing cafe', 'café’s dance'])
    assert.deepEqual(await titles(q, { type: 'talent' }), ['Señor Müller’s Café dances'], q)
})

test('search returns the positions of the matched words, even if their form or spelling differs from the search term', async () => {
  await createPublishedVideo(ada, {
    title: '<b>Robot</b> & the Éclair dancer',
    description: `${'Lorem ipsum dolor. '.repeat(30)}At last the éclairs arrive. ${'More. '.repeat(50)}`,
  })
  const hit = (await search('robot eclair dance')).hits[0]!
  assert.deepEqual(marked(hit), ['Robot', 'Éclair', 'dancer'])
  const inside = (await search('eclairs arrive')).hits[0]!
  assert.ok(inside.excerpt!.text.length < 180)
  assert.deepEqual(sliceMatches(inside.excerpt!.text, inside.excerpt!.marks), ['éclairs', 'arrive'])
  assert.deepEqual(marked((await search('robto')).hits[0]!), ['Robot'])
})

test('search results can be filtered by type, genre, length and date', async () => {
  const { total } = await search('scene')
  assert.equal(total, 240)
  assert.equal((await search('scene', { type: 'movie' })).total, 120)
  assert.equal((await search('scene', { genre: 'Horror' })).total, 120)
  const long = async (length: 'short' | 'medium' | 'long') => (await search('scene', { length })).total
  assert.deepEqual([await long('short'), await long('medium'), await long('long')], [12, 68, 160])
  const countSince = async (date: 'today' | 'week' | 'month' | 'year') =>
    (await search('scene', { date })).total
  assert.deepEqual(
    [
      await countSince('today'),
      await countSince('week'),
      await countSince('month'),
      await countSince('year'),
    ],
    [4, 4, 12, 136],
  )
})

test('search results can be sorted by relevance, date or likes', async () => {
  const newest = (await search('scene', { sort: 'newest' })).hits.map(({ item }) => item.created_at)
  assert.deepEqual(newest, newest.toSorted().toReversed())
  const liked = (await search('scene', { sort: 'likes' })).hits.map(({ item }) => item.likes_count)
  assert.deepEqual(liked.slice(0, 5), [59, 59, 59, 59, 58])
  const seen = new Set<string>()
  const { pages } = await search('scene')
  assert.equal(pages, 10)
  for (let page = 1; page <= pages; page += 1)
    for (const { item } of (await search('scene', { page })).hits) seen.add(item.id)
  assert.equal(seen.size, 240)
  assert.deepEqual((await search('scene', { page: 11 })).hits, [])
})

test('finds creators by username and display name, but not private profiles', async () => {
  const carl = await testApp.signUpMember('carl_sagan', 18)
  await db.updateTable('profiles').set({ display_name: 'Zoë Star' }).where('user_id', '=', carl.id).execute()
  for (const q of ['carl', 'CARL_SAGAN', 'sagan', 'zoe', 'zoë star', 'carl sagn'])
    assert.deepEqual(
      (await search(q)).creators.map(({ username }) => username),
      ['carl_sagan'],
      q,
    )
  const found = await search('lovelace', { type: 'creator' })
  assert.deepEqual([found.creators.length, found.hits.length, found.creators[0]!.videos > 100], [1, 0, true])
  const video = await createPublishedVideo(carl, { title: 'Billions and billions' })
  await db.updateTable('profiles').set({ is_private: true }).where('user_id', '=', carl.id).execute()
  for (const q of ['carl', 'carl_sagan', 'zoe star']) assert.deepEqual((await search(q)).creators, [], q)
  assert.deepEqual(await titles('billions'), [])
  assert.deepEqual(await suggested('carl'), [])
  assert.deepEqual(await suggested('billi'), [])
  assert.ok(video)
})

test('search finds an item by its new title or its creator’s new name immediately after the change', async () => {
  const dora = await testApp.signUpMember('dora_earlier', 18)
  const id = await createPublishedVideo(dora, { title: 'Kaleidoscope' })
  const named = { username: 'dora_after', display_name: 'Dora' }
  await db.updateTable('profiles').set(named).where('user_id', '=', dora.id).execute()
  assert.deepEqual(await titles('dora_after kaleidoscope'), ['Kaleidoscope'])
  assert.deepEqual(await titles('dora_earlier kaleidoscope'), [])
  await db.updateTable('content').set({ title: 'Periscope' }).where('id', '=', id).execute()
  assert.deepEqual([await titles('kaleidoscope'), await titles('periscope')], [[], ['Periscope']])
})

test('search, suggestions and spelling correction never reveal hidden items', async () => {
  const hidden = [
    await createPublishedVideo(ada, { title: 'Quetzalcoatl one', visibility: 'only_me' }),
    await createPublishedVideo(ada, { title: 'Quetzalcoatl two', visibility: 'followers' }),
    await createPublishedVideo(ada, { title: 'Quetzalcoatl three', moderation: 'held' }),
    await createPublishedVideo(ada, { title: 'Quetzalcoatl four', moderation: 'limited' }),
    await createPublishedVideo(ada, { title: 'Quetzalcoatl five', status: 'processing' }),
    await createPublishedVideo(ada, { title: 'Quetzalcoatl six' }),
  ]
  assert.deepEqual(await titles('quetzalcoatl'), ['Quetzalcoatl six'])
  await ada.call(deleteContent, { params: { id: hidden.at(-1)! } })
  for (const who of [nobody, bob, ada])
    for (const q of ['quetzalcoatl', 'quetzalcaotl', 'quetz', 'one two quetzalcoatl']) {
      const { hits, did_you_mean, total } = await search(q, {}, who)
      assert.deepEqual([hits, did_you_mean, total], [[], null, 0], q)
      assert.deepEqual(await suggested(q), [], q)
    }
})

test('search treats any input as words, never as an operator, a pattern or SQL', async () => {
  await createPublishedVideo(bob, { title: '100% cotton_candy 🔥', type: 'live' })
  const strange = ['%', '_', "'", '"', '\\', '&', '!', ':*', 'a:*|b', '<->', '(', "'; drop table content; --"]
  for (const q of [
    ...strange,
    '* or 1=1',
    '\u0000',
    '\ud83d',
    '﷽',
    '-',
    '!!!',
    '{}',
    '$1',
    '%%%',
    'ｆｕｌｌ',
  ])
    for (const query of [{}, { type: 'creator' as const }, { sort: 'likes' as const }]) {
      const { total } = await search(q, query)
      assert.ok(total < 240, `${q} found ${total}`)
      assert.ok(Array.isArray(await suggested(q)))
    }
  assert.deepEqual(await titles('%'), ['100% cotton_candy 🔥'])
  assert.deepEqual(await titles('🔥'), ['100% cotton_candy 🔥'])
  assert.deepEqual(await titles('cotton_candy'), ['100% cotton_candy 🔥'])
  assert.deepEqual(await titles('s_ene'), [])
  assert.deepEqual(await titles('genre%', { genre: '%' }), [])
  assert.equal((await search('scene '.repeat(2000))).total, 240)
  assert.equal((await search('x'.repeat(5000))).q.length, 200)
  assert.deepEqual((await search('  \t ')).hits, [])
  assert.match(await expectApiError(search('scene', { page: 0 })), /^422/)
})

test('search suggestions match the beginning of any word in the name of a creator, genre or video', async () => {
  await createPublishedVideo(ada, { title: 'Drumline on the roof', type: 'talent', minutesAgo: 5 })
  const kinds = (await suggested('dr')).map((one) => `${one.kind} ${one.text}`)
  assert.ok(kinds.includes('genre Drama'))
  assert.ok(kinds.includes('video Drumline on the roof'))
  const [person] = await suggested('ada_l')
  assert.equal(person?.kind === 'creator' && person.username, 'ada_lovelace')
  const [first] = await suggested('on the ro')
  assert.deepEqual(
    [first?.text, first && sliceMatches(first.text, first.marks)],
    ['Drumline on the roof', ['on', 'the', 'roof']],
  )
  assert.equal((await suggested('drumlnie'))[0]?.text, 'Drumline on the roof')
  assert.ok((await suggested('scene')).length <= 10)
})

test('searches are not logged', async (t) => {
  const lines: string[] = []
  const write = process.stdout.write.bind(process.stdout)
  t.mock.method(process.stdout, 'write', (line: string) => {
    lines.push(String(line))
    return write(line)
  })
  await search('mysecretworry', {})
  await suggested('mysecretworry')
  await nobody.fetch('/api/search?q=mysecretworry&page=nonsense')
  t.mock.restoreAll()
  assert.deepEqual(
    lines.filter((line) => line.includes('mysecretworry')),
    [],
  )
})
