import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { deleteCaptions, updateCaptions } from '#contract/content/captions.ts'
import { getSearchResults, getSearchSuggestions, type CaptionExcerpt } from '#contract/discovery/search.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { indexUnindexedCaptions } from '#server/captions/caption-index.ts'
import { db } from '#server/platform/db/db.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import {
  multilingualCaptionTracks,
  getMultilingualCueStart,
  buildMultilingualWebVtt,
} from '#tests/support/fixtures/multilingual-captions.ts'

let testApp: TestApp
let nobody: TestUser
let ada: TestUser
let bob: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  nobody = testApp.anonymousUser()
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob', 18)
})
after(() => testApp.close())

type Query = Omit<InputOf<typeof getSearchResults>['query'], 'q'>
const search = (q: string, query: Query = {}, who = nobody) =>
  who.call(getSearchResults, { query: { q, ...query } })
const foundIds = async (q: string, query: Query = {}, who = nobody) =>
  (await search(q, query, who)).hits.map(({ item }) => item.id)
const suggested = async (q: string, who = nobody) =>
  (await who.call(getSearchSuggestions, { query: { q } })).items.filter(({ kind }) => kind === 'spoken')
const marked = ({ text, marks }: CaptionExcerpt) => marks.map(([from, to]) => text.slice(from, to))

async function createSpokenVideo(lines: string[], film: Parameters<typeof createPublishedVideo>[1] = {}) {
  const id = await createPublishedVideo(ada, { seconds: 200, ...film })
  const track = await addCaptions(ada, id, buildMultilingualWebVtt(lines))
  return { id, track }
}

test('search finds 50 spoken phrases in four languages at the right second', async () => {
  const wrong: string[] = []
  for (const { language, lines, phrases } of multilingualCaptionTracks) {
    const id = await createPublishedVideo(ada, { title: `Tape ${language}`, seconds: 120 })
    await addCaptions(ada, id, buildMultilingualWebVtt(lines), language)
    for (const [q, cue] of phrases) {
      const hit = (await search(q)).hits[0]
      const isRight = hit?.item.id === id && hit.spoken?.language === language
      const off = Math.abs((hit?.spoken?.second ?? Infinity) - getMultilingualCueStart(cue))
      if (!isRight || off > 1) wrong.push(`${language}: ${q}: ${hit?.spoken?.text} is ${off} s off`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.equal(multilingualCaptionTracks.flatMap(({ phrases }) => phrases).length, 50)
})

test('a speech match highlights all forms of the searched words, and starts playback where the words are closest together', async () => {
  await createSpokenVideo([
    'A kettle is not a whistle, and',
    'a teapot isn’t either: kettles',
    'whistled at noon.',
  ])
  const { spoken } = (await search('kettle whistle noon')).hits[0]!
  assert.deepEqual(marked(spoken!), ['kettle', 'whistle', 'kettles', 'whistled', 'noon'])
  assert.equal(spoken!.second, Math.floor(getMultilingualCueStart(1)))
})

test('speech matches rank below title and description matches, and a title match also quotes the best matching sentence from the captions', async () => {
  const { id: said } = await createSpokenVideo(['The walrus sings.'], { title: 'Monologue', type: 'story' })
  const titled = await createPublishedVideo(bob, { title: 'Walrus', type: 'movie' })
  const { id: both } = await createSpokenVideo(['No walrus here.'], { title: 'A walrus', type: 'movie' })
  const found = await search('walrus')
  assert.deepEqual(
    found.hits.map(({ only_spoken }) => only_spoken),
    [false, false, true],
  )
  const sentenceOf = (id: string) => found.hits.find(({ item }) => item.id === id)!.spoken?.text
  assert.equal(found.hits[2]!.item.id, said)
  assert.deepEqual([sentenceOf(titled), sentenceOf(both)], [undefined, 'No walrus here.'])
  assert.equal(found.total, 3)
  assert.deepEqual(await foundIds('walrus', { type: 'story' }), [said])
  assert.deepEqual(await foundIds('walrus', { type: 'movie', length: 'long' }), [])
  assert.deepEqual((await search('walrus', { type: 'creator' })).hits, [])
})

test('a speech search matches only if all words are spoken in one sentence', async () => {
  const { id } = await createSpokenVideo(['Marzipan for everyone.', 'Nougat for nobody.'])
  assert.deepEqual(await foundIds('nougat'), [id])
  assert.deepEqual(await foundIds('marzipan nougat'), [])
})

test('speech search reflects replaced, changed and deleted captions immediately', async () => {
  const { id, track } = await createSpokenVideo(['A platypus.'])
  const path = `/api/content/${id}/captions/${track.id}`
  const body = buildMultilingualWebVtt(['An echidna runs.'])
  assert.equal((await ada.fetch(`${path}/file`, { method: 'PUT', body })).status, 200)
  assert.deepEqual(await foundIds('platypus'), [])
  assert.deepEqual(await foundIds('echidna running'), [id])
  const params = { id, caption_id: track.id }
  await ada.call(updateCaptions, { params, body: { language: 'de' } })
  assert.deepEqual(await foundIds('echidna running'), [], 'German has no such form')
  assert.equal((await search('echidna')).hits[0]!.spoken!.language, 'de')
  await ada.call(deleteCaptions, { params })
  assert.deepEqual(await foundIds('echidna'), [])
})

test('a job indexes captions stored by an earlier release, and search never shows outdated text', async () => {
  const id = await createPublishedVideo(ada, { seconds: 60 })
  const row = await db
    .insertInto('captions')
    .values({ content_id: id, language: 'en', vtt: buildMultilingualWebVtt(['An ocarina.']), cue_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  assert.deepEqual(await foundIds('ocarina'), [])
  await indexUnindexedCaptions()
  assert.deepEqual(await foundIds('ocarina'), [id])
  await db
    .updateTable('captions')
    .set({ vtt: buildMultilingualWebVtt(['A hurdy-gurdy.']), file_id: crypto.randomUUID() })
    .where('id', '=', row.id)
    .execute()
  assert.deepEqual(await foundIds('ocarina'), [])
  await Promise.all([indexUnindexedCaptions(), indexUnindexedCaptions()])
  assert.deepEqual(await foundIds('gurdy'), [id])
  const count = async () =>
    (await db.selectFrom('caption_passages').select('id').where('caption_id', '=', row.id).execute()).length
  assert.equal(await count(), 1)
  await db.deleteFrom('content').where('id', '=', id).execute()
  assert.equal(await count(), 0, 'erased with the video')
})

test('speech search does not find masked contact details or masked profanity', async () => {
  const id = await createPublishedVideo(bob, { seconds: 60 })
  await addCaptions(
    bob,
    id,
    buildMultilingualWebVtt(['For a zither, write to bob@example.com.', 'What the fuck, zither.']),
  )
  const texts = (await search('zither')).hits.map(({ spoken }) => spoken!.text)
  assert.equal(texts.length, 1)
  assert.ok(!/example|fuck/.test(texts.join()), texts.join())
  assert.deepEqual(await foundIds('example'), [])
  assert.deepEqual(await foundIds('fuck zither'), [])
})

test('search suggestions include spoken phrases even while the last word is unfinished', async () => {
  const { id } = await createSpokenVideo(['We met a friendly hippogriff at noon.'], { title: 'Zoo' })
  const [first] = await suggested('friendly hippog')
  assert.ok(first?.kind === 'spoken')
  assert.deepEqual([first.id, first.title, first.second], [id, 'Zoo', Math.floor(getMultilingualCueStart(0))])
  assert.deepEqual(marked(first), ['friendly', 'hippogriff'])
  assert.deepEqual(await suggested('hi'), [], 'too short')
})

test('speech search never finds videos that the viewer may not find', async () => {
  const films = [
    { visibility: 'only_me' },
    { visibility: 'followers' },
    { visibility: 'unlisted' },
    { moderation: 'removed' },
    { moderation: 'held' },
    { moderation: 'limited' },
    { publication: 'draft' },
  ] as const
  for (const film of films) {
    const id = await createPublishedVideo(ada, { seconds: 60 })
    await addCaptions(ada, id, buildMultilingualWebVtt(['The secret word is xylophone.']))
    assert.deepEqual(await foundIds('xylophone'), [id])
    const hidden = await createPublishedVideo(ada, { seconds: 60, ...film })
    await db.updateTable('captions').set({ content_id: hidden }).where('content_id', '=', id).execute()
    for (const who of [nobody, bob]) {
      const where = JSON.stringify(film)
      const { hits, total } = await search('xylophone', {}, who)
      assert.deepEqual([hits, total], [[], 0], where)
      assert.deepEqual(await suggested('xylopho', who), [], where)
    }
  }
})
