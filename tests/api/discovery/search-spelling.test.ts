/*
 * Tests spelling correction in search, and the table of words that spelling correction uses
 * (search_vocabulary).
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { deleteContent } from '#contract/content/own-content.ts'
import { getSearchResults, getSearchSuggestions } from '#contract/discovery/search.ts'
import { normalizeSearchText } from '#server/discovery/search/spelling.ts'
import { db } from '#server/platform/db/db.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let nobody: TestUser
let ada: TestUser
let bob: TestUser

before(async () => {
  testApp = await startTestApp()
  nobody = testApp.anonymousUser()
  ada = await testApp.signUpMember('ada_lovelace')
  bob = await testApp.signUpMember('bob_ross')
})
after(() => testApp.close())

const search = (q: string) => nobody.call(getSearchResults, { query: { q } })
const titles = async (q: string) => (await search(q)).hits.map(({ item }) => item.title)
const suggested = async (q: string) => (await nobody.call(getSearchSuggestions, { query: { q } })).items

test('search tolerates a typo and offers the correct spelling', async () => {
  await createPublishedVideo(bob, { title: 'Skateboard tricks', type: 'challenge' })
  for (const q of ['skatebaord', 'sktaeboard tricks', 'skateboart', 'skatebord triks']) {
    const { hits, did_you_mean } = await search(q)
    assert.deepEqual(
      hits.map(({ item, close }) => [item.title, close]),
      [['Skateboard tricks', true]],
      q,
    )
    assert.equal(did_you_mean, q.includes(' ') ? 'skateboard tricks' : 'skateboard')
  }
  await createPublishedVideo(bob, { title: 'Skatebord, misspelled by its maker', type: 'challenge' })
  const { hits, did_you_mean } = await search('skatebord')
  assert.deepEqual(
    hits.map(({ close }) => close),
    [false, true],
  )
  assert.equal(did_you_mean, null)
  assert.deepEqual(await titles('zzyzx quux'), [])
})

test('search tolerates swapped and wrong letters in short words', async () => {
  await createPublishedVideo(bob, { title: 'Neon Rain', type: 'movie' })
  for (const q of [
    'neon rian',
    'noen rain',
    'nein rain',
    'neno arin',
    'meon rain',
    'neon raun',
    'neon raiin',
  ])
    assert.deepEqual(await titles(q), ['Neon Rain'], q)
  assert.equal((await search('neon rian')).did_you_mean, 'neon rain')
})

test('search finds compound words whether or not they are written as one word', async () => {
  const zed = await testApp.signUpMember('zed_plays')
  await createPublishedVideo(zed, { title: 'Boss fight', type: 'live', genre: 'gaming' })
  await createPublishedVideo(ada, { title: 'Sunrise', genre: 'hip-hop' })
  await createPublishedVideo(ada, { title: 'Moonlight sonata' })
  assert.deepEqual(await titles('hiphop'), ['Sunrise'])
  assert.deepEqual(await titles('hiphop sunrise'), ['Sunrise'])
  assert.equal((await search('hiphop')).did_you_mean, 'hip hop')
  assert.deepEqual(await titles('moon light'), ['Moonlight sonata'])
  assert.equal((await search('moon light')).did_you_mean, 'moonlight')
  assert.deepEqual(await titles('moon light sonata'), ['Moonlight sonata'])
  const people = async (q: string) => (await search(q)).creators.map(({ username }) => username)
  for (const q of ['zedplays', 'zed plays', 'zed_plays', 'ZedPlays', 'zedplay'])
    assert.deepEqual([await people(q), await titles(q)], [['zed_plays'], ['Boss fight']], q)
  assert.deepEqual(await people('zedplyas'), ['zed_plays'])
  assert.deepEqual(await people('adalovelace'), ['ada_lovelace'])
  await testApp.signUpMember('kitesurfer')
  assert.deepEqual(await people('kite surfer'), ['kitesurfer'])
  assert.ok((await suggested('hipho')).some((one) => one.kind === 'genre' && one.text === 'Hip-Hop'))
  assert.ok(
    (await suggested('zedplays')).some((one) => one.kind === 'creator' && one.username === 'zed_plays'),
  )
  assert.deepEqual(await titles('moonboss'), [], 'words of different videos are not put together')
})

test('spelling correction suggests a word only while at least one findable item contains the word', async () => {
  const countItemsWith = async (word: string) => {
    const row = await db
      .selectFrom('search_vocabulary')
      .select('items')
      .where('word', '=', word)
      .executeTakeFirst()
    return row?.items ?? 0
  }
  const one = await createPublishedVideo(ada, { title: 'Zeppelin zeppelin' })
  const two = await createPublishedVideo(bob, { title: 'The zeppelin' })
  assert.equal(await countItemsWith('zeppelin'), 2)
  await db.updateTable('content').set({ title: 'The airship' }).where('id', '=', two).execute()
  assert.deepEqual([await countItemsWith('zeppelin'), await countItemsWith('airship')], [1, 1])
  await ada.call(deleteContent, { params: { id: one } })
  await db.updateTable('content').set({ moderation: 'held' }).where('id', '=', two).execute()
  assert.deepEqual([await countItemsWith('zeppelin'), await countItemsWith('airship')], [0, 0])
  await db.updateTable('content').set({ moderation: 'approved' }).where('id', '=', two).execute()
  await db.deleteFrom('content').where('id', '=', two).execute()
  assert.equal(await countItemsWith('airship'), 0)
})

test('concurrent transactions on items that share title words do not deadlock', async () => {
  const many = await insertUsers(testApp, 'many', 40)
  const names = ['cactus banjo', 'apple', 'apple cactus']
  const sets = await Promise.all(
    Array.from({ length: 40 }, async (_, n) =>
      Promise.all(names.map((title) => createPublishedVideo(many[n]!, { title, genre: '' }))),
    ),
  )
  const countsNow = async () => {
    const { rows } = await sql<{ word: string; items: number }>`select word, items from search_vocabulary
      where word in ('apple', 'banjo', 'cactus') order by word`.execute(db)
    return rows.map(({ word, items }) => `${word} ${items}`)
  }
  const moveAll = (moderation: 'held' | 'approved') =>
    Promise.all(
      sets.map((ids, n) =>
        // Calls `db.transaction()` directly, because `transaction` retries and would hide deadlocks.
        db.transaction().execute(async (tx) => {
          for (const id of n % 2 ? ids : ids.toReversed())
            await tx.updateTable('content').set({ moderation }).where('id', '=', id).execute()
        }),
      ),
    )
  const all = ['apple 80', 'banjo 40', 'cactus 80']
  assert.deepEqual(await countsNow(), all)
  await moveAll('held')
  assert.deepEqual(await countsNow(), [])
  await moveAll('approved')
  assert.deepEqual(await countsNow(), all)
})

test('the server normalizes search words exactly as the database does', async () => {
  for (const text of [
    'Café – “R&B”, don’t! Łódź Straße',
    'ﬁne Ａrt',
    'привет МИР',
    '東京 2026',
    'sky_otter_482',
    '½ a²b',
  ]) {
    const { rows } = await sql<{ words: string }>`select search_plain(${text}) as words`.execute(db)
    assert.equal(normalizeSearchText(text), rows[0]!.words)
  }
})
