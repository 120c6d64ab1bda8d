import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import { db } from '#server/platform/db/db.ts'
import { addCaptions } from '#tests/support/app/add-captions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { buildMultilingualWebVtt } from '#tests/support/fixtures/multilingual-captions.ts'

let testApp: TestApp
let nobody: TestUser
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  nobody = testApp.anonymousUser()
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())
beforeEach(async () => {
  await db.deleteFrom('content').execute()
  await setNextId(1)
})

const search = (q: string) => nobody.call(getSearchResults, { query: { q } })
const foundIds = async (q: string) => (await search(q)).hits.map(({ item }) => item.id).toSorted()
const suggestedIds = async (q: string) =>
  (await nobody.call(getSearchSuggestions, { query: { q } })).items.flatMap((one) =>
    one.kind === 'spoken' ? [one.id] : [],
  )

type Film = Parameters<typeof createPublishedVideo>[1]
async function createSpokenVideo(line: string, film: Film = {}): Promise<string> {
  const id = await createPublishedVideo(ada, { seconds: 60, ...film })
  await addCaptions(ada, id, buildMultilingualWebVtt([line]))
  return id
}

/** Sets the id of the next sentence, as if the sentences in between had been deleted. */
async function setNextId(id: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('caption_passages', 'id'), ${id}, false)`.execute(db)
}

/** Repeats the newest sentence of a video, so that its captions contain `count` more sentences. */
async function repeatSentence(content: string, count: number): Promise<void> {
  await sql`insert into caption_passages (caption_id, language, body, starts)
    select caption_id, language, body, starts from generate_series(1, ${count}),
      (select passage.* from caption_passages passage join captions on captions.id = caption_id
        where content_id = ${content} order by passage.id desc limit 1) newest`.execute(db)
}

test('speech search finds sentences at the bounds of all windows', async () => {
  const ids: string[] = []
  for (const id of [1, 4095, 4096, 65_535, 65_536, 1_048_575, 1_048_576, 2_999_000, 3_000_000]) {
    await setNextId(id)
    ids.push(await createSpokenVideo('An armadillo sleeps.'))
  }
  await setNextId(3_000_500)
  await createSpokenVideo('A hedgehog sleeps.')
  const { capped, total } = await search('armadillo')
  assert.deepEqual([capped, total], [false, ids.length])
  assert.deepEqual(await foundIds('armadillo'), ids.toSorted())
  assert.deepEqual(await foundIds('armadillo sleeping'), ids.toSorted())
})

test('speech search and suggestions quote sentences that only an old window contains', async () => {
  const id = await createSpokenVideo('A narwhal dives.', { title: 'Old' })
  await setNextId(5_000_000)
  await createSpokenVideo('A beluga dives.')
  const [hit] = (await search('narwhal')).hits
  assert.deepEqual([hit?.item.id, hit?.only_spoken, hit?.spoken?.text], [id, true, 'A narwhal dives.'])
  assert.deepEqual(await suggestedIds('narwh'), [id])
  assert.deepEqual(await suggestedIds('dives narwh'), [id])
})

test('speech search shows the best sentence of a video whose captions are in several windows', async () => {
  const id = await createSpokenVideo('An otter swims.')
  await setNextId(2_000_000)
  await addCaptions(ada, id, buildMultilingualWebVtt(['The otter, seen from afar, slowly swims.']), 'en-GB')
  await repeatSentence(id, 1500)
  const { hits, total } = await search('otter swims')
  assert.deepEqual([total, hits[0]?.item.id, hits[0]?.spoken?.text], [1, id, 'An otter swims.'])
})

test('speech search keeps the best sentence of a video while it reads older windows', async () => {
  const id = await createSpokenVideo('The seal, seen from afar, slowly dives.')
  await setNextId(2_000_000)
  await addCaptions(ada, id, buildMultilingualWebVtt(['A seal dives.']), 'en-GB')
  await repeatSentence(id, 999)
  const { hits, total } = await search('seal dives')
  assert.deepEqual([total, hits[0]?.spoken?.text], [1, 'A seal dives.'])
})

test('suggestions find an unfinished word with a common beginning next to a rare word', async () => {
  const id = await createSpokenVideo('Quince with marmalade.')
  await setNextId(1_000_000)
  const common = await createSpokenVideo('Marmots everywhere.')
  await repeatSentence(common, 2000)
  assert.deepEqual(await suggestedIds('quince marm'), [id])
  assert.deepEqual(await suggestedIds('marm'), [common, id])
  assert.deepEqual(await suggestedIds('marmal'), [id])
  // `the` is a stop word in English.
  assert.deepEqual(await suggestedIds('the marmal'), [id])
})

test('speech search says that it is capped if it does not rank all sentences', async () => {
  const old = await createSpokenVideo('A flamingo stands.')
  const titled = await createSpokenVideo('The flamingo of the title.', { title: 'Flamingo' })
  await setNextId(500_000)
  const long = await createSpokenVideo('A flamingo walks.')
  await repeatSentence(long, 7000)
  const all = await search('flamingo')
  assert.deepEqual([all.capped, all.total], [false, 3])
  await repeatSentence(old, 8000)
  const { capped, total, hits } = await search('flamingo')
  assert.deepEqual([capped, total], [true, 2])
  assert.deepEqual(
    hits.map(({ item, spoken }) => [item.id, spoken?.text]),
    [
      [titled, 'The flamingo of the title.'],
      [old, 'A flamingo stands.'],
    ],
  )
})

test('hidden videos do not displace or add to the results of speech search', async () => {
  const id = await createSpokenVideo('A capybara bathes.')
  await setNextId(200_000)
  const hidden = await createSpokenVideo('A capybara hides.')
  await repeatSentence(hidden, 1500)
  await db.updateTable('content').set({ visibility: 'only_me' }).where('id', '=', hidden).execute()
  const { capped, total, hits } = await search('capybara')
  assert.deepEqual([capped, total, hits.map(({ item }) => item.id)], [false, 1, [id]])
  assert.deepEqual(await foundIds('capybara hides'), [])
  assert.deepEqual((await search('hides capybara')).total, 0)
})

test('suggestions skip the sentences of hidden videos', async () => {
  const id = await createSpokenVideo('A chinchilla naps.')
  await setNextId(3_000_000)
  const hidden = await createSpokenVideo('A chinchilla hides.')
  await repeatSentence(hidden, 300)
  await db.updateTable('content').set({ visibility: 'only_me' }).where('id', '=', hidden).execute()
  assert.deepEqual(await suggestedIds('chinch'), [id])
})

test('speech search and suggestions parse a query for every language of captions', async () => {
  const english = await createSpokenVideo('The walrus sings.')
  assert.deepEqual([await foundIds('the'), await suggestedIds('the')], [[], []], 'a stop word in English')
  const german = await createPublishedVideo(ada, { seconds: 60 })
  await addCaptions(ada, german, buildMultilingualWebVtt(['The Cure singen heute.']), 'de-AT')
  assert.deepEqual([await foundIds('the'), await suggestedIds('the')], [[german], [german]])
  assert.deepEqual(await suggestedIds('singing'), [english], 'a complete word in another form')
  assert.deepEqual(await suggestedIds('heute sing'), [german])
  const welsh = await createPublishedVideo(ada, { seconds: 60 })
  await addCaptions(ada, welsh, buildMultilingualWebVtt(['Mae walrus yn canu.']), 'cy')
  assert.deepEqual(await foundIds('walrus'), [english, welsh].toSorted())
})
