import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { updateContent } from '#contract/content/own-content.ts'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import { stemmedLanguages } from '#server/discovery/search/query-words.ts'
import { db } from '#server/platform/db/db.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let nobody: TestUser
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  nobody = testApp.anonymousUser()
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

/** The ids of the videos that match exactly. Similar spellings are left out. */
const foundIds = async (q: string) =>
  (await nobody.call(getSearchResults, { query: { q } })).hits
    .filter(({ close }) => !close)
    .map(({ item }) => item.id)
const suggestedIds = async (q: string) =>
  (await nobody.call(getSearchSuggestions, { query: { q } })).items.flatMap((hit) =>
    hit.kind === 'video' ? [hit.id] : [],
  )
const create = (title: string, language: string | null, description = '') =>
  createPublishedVideo(ada, { title, language, description })

/**
 * For each language, a title and queries that contain other forms of its words. Only a dictionary of the
 * language can match these forms to the title.
 */
const titles = [
  ['es-419', 'Las niñas bailarinas', ['niño', 'el niño bailarín', 'nina bailarines']],
  ['es', 'Recuerdos de mis canciones favoritas', ['canción favorita', 'recuerdo de la canción']],
  ['fr', 'L’anniversaire des chevaux', ['anniversaires', 'l’anniversaire du cheval', 'anniversaire cheval']],
  ['ar', 'المدرسة الكِتاب', ['مدرسة', 'كتاب', 'مدرسه', 'مدرسة كتاب']],
  ['de', 'Häuser voller Katzen', ['Haus', 'die Katze', 'voll Katzen']],
] as const

test('search finds other forms of the words in the language of the video', async () => {
  for (const [language, title, queries] of titles) {
    const id = await create(title, language)
    for (const q of queries) assert.ok((await foundIds(q)).includes(id), `${language}: ${q}`)
  }
})

test('the dictionary of a language does not apply to videos in other languages', async () => {
  const french = await create('Les journaux du matin', 'fr')
  const others = [await create('Les journaux du soir', null), await create('Journaux', 'es')]
  const found = await foundIds('journal')
  assert.ok(found.includes(french))
  for (const id of others) assert.ok(!found.includes(id))
  // The Spanish stem of “cara” is “car”, which is also the English stem of “cars”.
  const spanish = await create('Pintando una cara', 'es')
  assert.ok(!(await foundIds('cars')).includes(spanish))
})

test('a video is found by its exact words and without accents, whatever its language', async () => {
  for (const language of [null, 'en', 'es', 'fr', 'ar', 'de', 'tr', 'pl', 'ja', 'zh-Hant']) {
    const title = 'L’Été à Zürich: crème brûlée, dancing'
    const id = await create(title, language, 'The quick żółw isn’t here')
    for (const q of [title, 'lete zurich', 'CREME BRULEE', 'dance', 'quick zolw', 'isnt here', 'zuri'])
      assert.ok((await foundIds(q)).includes(id), `${language}: ${q}`)
  }
})

test('a search finds a video even if the query omits or replaces stop words of the video’s language', async () => {
  const spanish = await create('Historias del desierto', 'es')
  const unknown = await create('Historias del desierto', null)
  assert.deepEqual(await foundIds('historia de desierto'), [spanish])
  assert.ok((await foundIds('historias del desierto')).includes(unknown))
  const stopWords = await create('¿Qué es esto?', 'es')
  const found = await foundIds('que es esto')
  assert.ok(found.includes(stopWords) && !found.includes(spanish))
})

test('the words of a title that match in the language of the video are highlighted', async () => {
  await create('Zanahorias, ratones y L’ami', 'es')
  const { hits } = await nobody.call(getSearchResults, { query: { q: 'ratón zanahoria' } })
  const { item, title_marks } = hits[0]!
  assert.deepEqual(
    title_marks.map(([from, to]) => item.title.slice(from, to)),
    ['Zanahorias', 'ratones'],
  )
})

test('changing a video’s language changes which searches find the video', async () => {
  const id = await create('Vidéos des oiseaux royaux', null)
  const asked = async () => (await foundIds('oiseau royal')).includes(id)
  assert.equal(await asked(), false)
  await ada.call(updateContent, { params: { id }, body: { language: 'fr' } })
  assert.equal(await asked(), true)
  await ada.call(updateContent, { params: { id }, body: { language: null, title: 'Les oiseaux royaux' } })
  assert.equal(await asked(), false)
  await ada.call(updateContent, { params: { id }, body: { language: 'fr-CA', title: 'Oiseaux royaux' } })
  assert.equal(await asked(), true)
})

test('exact titles rank above other forms of the words', async () => {
  const forms = await create('Luciérnagas', 'es')
  const exact = await create('Luciérnaga', null)
  const described = await create('Noche', 'es', 'Vi muchas luciérnagas.')
  assert.deepEqual(await foundIds('luciérnaga'), [exact, forms, described])
})

test('suggestions match other forms of a word, with or without an article such as “the”', async () => {
  const id = await create('L’horloge des bateaux', 'fr')
  for (const q of ['horlo', 'horloge bat', 'l’horlog', 'horloges bateau', 'l’horloge du bat'])
    assert.ok((await suggestedIds(q)).includes(id), q)
})

test('every language that the database has a dictionary for is searched', async () => {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef('caption_dictionary'::regproc) as source`.execute(db)
  const languages = [...rows[0]!.source.matchAll(/'([a-z]{2})'::text/g)].map(([, language]) => language)
  assert.deepEqual(languages.toSorted(), stemmedLanguages)
})

test('a process of the previous release can still store and find videos', async () => {
  const id = await create('Nubes y tormentas', 'es')
  const { rows } = await sql<{ id: string }>`
    select id from content where search @@ search_query('tormentas', false)`.execute(db)
  assert.deepEqual(rows, [{ id }])
})
