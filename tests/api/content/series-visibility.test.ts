import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSeries, getContentSeries, listEpisodes, updateSeries } from '#contract/content/series.ts'
import type { ApiErrorCode } from '#contract/errors/api-error.ts'
import { deleteBlock, putBlock } from '#contract/people/blocks-and-mutes.ts'
import { approveFollow, putFollow } from '#contract/people/follows.ts'
import { db } from '#server/platform/db/db.ts'
import { setProfilePrivacy } from '#tests/support/app/member-actions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
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

const expectErrorCode = (code: ApiErrorCode, work: () => Promise<unknown>) => assert.rejects(work, { code })

async function numbersFor(who: TestUser, id: string): Promise<string[]> {
  const { items } = await who.call(listEpisodes, { params: { id }, query: {} })
  return items.map(({ season, episode }) => `${season}.${episode}`)
}

/** Expects this viewer to get a 404 for the series. */
async function expectMissing(who: TestUser, id: string): Promise<void> {
  await expectErrorCode('series_not_found', () => who.call(getSeries, { params: { id } }))
  await expectErrorCode('series_not_found', () => numbersFor(who, id))
}

test('a series omits episodes that the viewer may not see, and the remaining episodes keep their numbers', async () => {
  const id = await createTestSeries(ada)
  await createEpisode(ada, id, 1, 1)
  const hidden = await createEpisode(ada, id, 1, 2)
  await createEpisode(ada, id, 1, 3)
  await makeEpisodePrivate(ada, hidden)
  for (const who of [bob, anonymous]) assert.deepEqual(await numbersFor(who, id), ['1.1', '1.3'])
  assert.deepEqual(await numbersFor(ada, id), ['1.1', '1.2', '1.3'])
  await expectErrorCode('content_not_found', () =>
    bob.call(getContentSeries, { params: { id: hidden }, query: {} }),
  )
})

test('a series that has no episodes visible to others is visible only to its owner', async () => {
  const id = await createTestSeries(ada)
  for (const who of [bob, anonymous]) await expectMissing(who, id)
  assert.deepEqual(await numbersFor(ada, id), [])
  const video = await createEpisode(ada, id, 1, 1)
  assert.deepEqual(await numbersFor(anonymous, id), ['1.1'])
  await makeEpisodePrivate(ada, video)
  for (const who of [bob, anonymous]) await expectMissing(who, id)
})

test('a series never shows the cover of an episode that the viewer may not see', async () => {
  const id = await createTestSeries(ada)
  const hidden = await createEpisode(ada, id, 1, 1)
  const open = await createEpisode(ada, id, 1, 2)
  for (const video of [hidden, open])
    await db
      .updateTable('content')
      .set({ cover_url: `/media/${video}` })
      .where('id', '=', video)
      .execute()
  await makeEpisodePrivate(ada, hidden)
  const coverFor = async (who: TestUser) => (await who.call(getSeries, { params: { id } })).cover_url
  assert.equal(await coverFor(ada), `/media/${hidden}`)
  for (const who of [bob, anonymous]) assert.equal(await coverFor(who), `/media/${open}`)
})

test('an episode unlisted by a moderator is hidden from its series, but its own page still names the series if other episodes are visible', async () => {
  const id = await createTestSeries(ada)
  const limited = await createEpisode(ada, id, 1, 1)
  await db.updateTable('content').set({ moderation: 'limited' }).where('id', '=', limited).execute()
  await expectMissing(bob, id)
  assert.equal((await bob.call(getContentSeries, { params: { id: limited }, query: {} })).series, null)
  await createEpisode(ada, id, 1, 2)
  assert.deepEqual(await numbersFor(bob, id), ['1.2'])
  const { series } = await bob.call(getContentSeries, { params: { id: limited }, query: {} })
  assert.deepEqual([series?.id, series?.episode, series?.next?.episode], [id, 1, 2])
})

test('if a viewer or a creator has blocked the other, the viewer cannot see the creator’s series', async () => {
  const id = await createTestSeries(ada)
  await createEpisode(ada, id, 1, 1)
  for (const [one, other] of [
    [ada, bob],
    [bob, ada],
  ] as const) {
    await one.call(putBlock, { params: { id: other.id } })
    await expectMissing(bob, id)
    await one.call(deleteBlock, { params: { id: other.id } })
  }
  assert.deepEqual(await numbersFor(bob, id), ['1.1'])
})

test('approved followers of a private profile can see its series', async () => {
  const cleo = await testApp.signUpMember('cleo')
  const id = await createTestSeries(cleo)
  await createEpisode(cleo, id, 1, 1)
  await setProfilePrivacy(cleo, true)
  await bob.call(putFollow, { params: { id: cleo.id } })
  for (const who of [bob, anonymous]) await expectMissing(who, id)
  await cleo.call(approveFollow, { params: { id: bob.id } })
  assert.deepEqual(await numbersFor(bob, id), ['1.1'])
  await expectMissing(anonymous, id)
})

test('only the owner can edit a series', async () => {
  const id = await createTestSeries(ada)
  await createEpisode(ada, id, 1, 1)
  await expectErrorCode('series_not_found', () =>
    bob.call(updateSeries, { params: { id }, body: { title: 'Mine now' } }),
  )
  assert.equal((await bob.call(getSeries, { params: { id } })).mine, false)
})

test('the next episode is the first later episode that the viewer may see, even if it is in another season', async () => {
  const id = await createTestSeries(ada)
  const first = await createEpisode(ada, id, 1, 1)
  const hidden = await createEpisode(ada, id, 1, 2)
  const last = await createEpisode(ada, id, 1, 3)
  const finale = await createEpisode(ada, id, 3, 1)
  await makeEpisodePrivate(ada, hidden)
  const nextAfter = async (video: string) => {
    const { series } = await anonymous.call(getContentSeries, { params: { id: video }, query: {} })
    return series?.next ? `${series.next.season}.${series.next.episode}` : null
  }
  assert.deepEqual(
    [await nextAfter(first), await nextAfter(last), await nextAfter(finale)],
    ['1.3', '3.1', null],
  )
  const { series } = await anonymous.call(getContentSeries, { params: { id: last }, query: {} })
  assert.deepEqual(
    series!.nearby.map(({ season, episode }) => `${season}.${episode}`),
    ['1.1', '1.3'],
  )
})

test('contact details in the title of a minor’s series are masked for other people', async () => {
  const id = await createTestSeries(ada)
  const video = await createEpisode(ada, id, 1, 1)
  await db.updateTable('series').set({ title: 'Mail ada@example.com' }).where('id', '=', id).execute()
  for (const who of [bob, anonymous]) {
    assert.doesNotMatch((await who.call(getSeries, { params: { id } })).title, /example\.com/)
    const { series } = await who.call(getContentSeries, { params: { id: video }, query: {} })
    assert.doesNotMatch(series!.title, /example\.com/)
  }
  assert.match((await ada.call(getSeries, { params: { id } })).title, /example\.com/)
})
