import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getContent, getRelatedContent, listContent, type Content } from '#contract/content/content.ts'
import { updateContent } from '#contract/content/own-content.ts'
import { listSeries } from '#contract/content/series-lists.ts'
import { getContentSeries } from '#contract/content/series.ts'
import { getCategory } from '#contract/discovery/category-pages.ts'
import { getSearchResults } from '#contract/discovery/search.ts'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { db } from '#server/platform/db/db.ts'
import { setProfilePrivacy } from '#tests/support/app/member-actions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { createEpisode, createTestSeries, makeEpisodePrivate } from '#tests/support/fixtures/series.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let anonymous: TestUser
before(async () => {
  testApp = await startTestApp({ env: { PACE: '0' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
  anonymous = testApp.anonymousUser()
})
after(() => testApp.close())

const nameOf = ({ series }: Content) => series && `${series.title} ${series.season}.${series.episode}`

async function listedSeries(who: TestUser, creator?: string): Promise<string[]> {
  const { items } = await who.call(listSeries, { query: { creator, limit: 100 } })
  return items.map((one) => `${one.title} ${one.seasons_count}/${one.episodes_count}`)
}

test('lists, search results and category pages show the series and the episode number of an episode', async () => {
  const id = await createTestSeries(ada, 'Northside')
  const episode = await createEpisode(ada, id, 2, 7, { title: 'Quayside lanterns' })
  const single = await createPublishedVideo(ada, { title: 'Single lantern', type: 'tv_show' })
  for (const who of [ada, bob, anonymous]) {
    const { items } = await who.call(listContent, { query: { ids: `${episode},${single}` } })
    assert.deepEqual(items.map(nameOf), [null, 'Northside 2.7'])
    const { hits } = await who.call(getSearchResults, { query: { q: 'quayside' } })
    assert.deepEqual(
      hits.map(({ item }) => nameOf(item)),
      ['Northside 2.7'],
    )
    const { rows } = await who.call(getCategory, { params: { category: 'shows' } })
    assert.ok(rows[0]!.items.some((item) => item.id === episode && nameOf(item) === 'Northside 2.7'))
    const related = await who.call(getRelatedContent, { params: { id: single } })
    assert.ok(related.items.some((item) => nameOf(item) === 'Northside 2.7'))
  }
})

test('if a moderator has unlisted an episode, only its owner sees which series it belongs to', async () => {
  const id = await createTestSeries(ada, 'Southside')
  const limited = await createEpisode(ada, id, 1, 1)
  await db.updateTable('content').set({ moderation: 'limited' }).where('id', '=', limited).execute()
  const seriesFor = async (who: TestUser) => nameOf(await who.call(getContent, { params: { id: limited } }))
  for (const who of [bob, anonymous]) assert.equal(await seriesFor(who), null)
  assert.equal(await seriesFor(ada), 'Southside 1.1')
  await createEpisode(ada, id, 1, 2)
  for (const who of [bob, anonymous]) assert.equal(await seriesFor(who), null)
})

test('the series list shows series with visible episodes, newest first, and counts only visible episodes', async () => {
  const cleo = await testApp.signUpMember('cleo')
  const older = await createTestSeries(cleo, 'Older')
  await createEpisode(cleo, older, 1, 1)
  const id = await createTestSeries(cleo, 'Newer')
  await createEpisode(cleo, id, 1, 1)
  await createEpisode(cleo, id, 1, 2)
  const hidden = await createEpisode(cleo, id, 2, 1)
  await createTestSeries(cleo, 'Empty')
  for (const who of [cleo, bob, anonymous]) {
    assert.deepEqual(await listedSeries(who, cleo.id), ['Newer 2/3', 'Older 1/1'])
    assert.deepEqual((await listedSeries(who)).slice(0, 2), ['Newer 2/3', 'Older 1/1'])
  }
  await cleo.call(updateContent, { params: { id: hidden }, body: { visibility: 'only_me' } })
  assert.deepEqual(await listedSeries(bob, cleo.id), ['Newer 1/2', 'Older 1/1'])

  const first = await bob.call(listSeries, { query: { creator: cleo.id, limit: 1 } })
  const second = await bob.call(listSeries, {
    query: { creator: cleo.id, limit: 1, cursor: first.next_cursor! },
  })
  assert.deepEqual(
    [...first.items, ...second.items].map(({ title }) => title),
    ['Newer', 'Older'],
  )
  assert.equal(second.next_cursor, null)

  await cleo.call(putBlock, { params: { id: bob.id } })
  assert.deepEqual(await listedSeries(bob, cleo.id), [])
  await setProfilePrivacy(cleo, true)
  assert.deepEqual(await listedSeries(anonymous, cleo.id), [])
  assert.deepEqual(await listedSeries(anonymous, crypto.randomUUID()), [])
})

test('the cover of a series is the cover of the first episode that the viewer may see', async () => {
  const id = await createTestSeries(ada, 'Covers')
  const first = await createEpisode(ada, id, 1, 1)
  const second = await createEpisode(ada, id, 1, 2)
  for (const video of [first, second])
    await db
      .updateTable('content')
      .set({ cover_url: `/media/${video}.webp` })
      .where('id', '=', video)
      .execute()
  const coverFor = async (who: TestUser) =>
    (await who.call(listSeries, { query: { creator: ada.id } })).items[0]!.cover_url
  assert.equal(await coverFor(bob), `/media/${first}.webp`)
  await makeEpisodePrivate(ada, first)
  assert.equal(await coverFor(bob), `/media/${second}.webp`)
})

test('contact details in the title of a minor’s series are masked on cards and in lists of series', async () => {
  const id = await createTestSeries(ada, 'Mailbox')
  const video = await createEpisode(ada, id, 1, 1)
  await db.updateTable('series').set({ title: 'Mail ada@example.com' }).where('id', '=', id).execute()
  const textsFor = async (who: TestUser) =>
    JSON.stringify([
      await who.call(getContent, { params: { id: video } }),
      await who.call(listSeries, { query: { creator: ada.id } }),
    ])
  for (const who of [bob, anonymous]) assert.doesNotMatch(await textsFor(who), /example\.com/)
  assert.match(await textsFor(ada), /example\.com/)
})

test('the list beside the player offers only seasons in which the viewer may see an episode', async () => {
  const id = await createTestSeries(ada, 'Seasons')
  const pilot = await createEpisode(ada, id, 1, 1)
  await createEpisode(ada, id, 2, 1)
  await createEpisode(ada, id, 2, 2)
  const hidden = await createEpisode(ada, id, 3, 1)
  await makeEpisodePrivate(ada, hidden)
  const load = async (who: TestUser, season?: number) => {
    const { series } = await who.call(getContentSeries, { params: { id: pilot }, query: { season } })
    return [
      series!.seasons.map((one) => `${one.season}: ${one.episodes_count}`).join(', '),
      series!.nearby.map((one) => `${one.season}.${one.episode}`).join(' '),
    ]
  }
  assert.deepEqual(await load(bob), ['1: 1, 2: 2', '1.1'])
  assert.deepEqual(await load(bob, 2), ['1: 1, 2: 2', '2.1 2.2'])
  assert.deepEqual(await load(bob, 3), ['1: 1, 2: 2', '1.1'])
  assert.deepEqual(await load(ada, 3), ['1: 1, 2: 2, 3: 1', '3.1'])
})
