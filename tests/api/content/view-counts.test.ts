import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getContent } from '#contract/content/content.ts'
import { deleteContent, getOwnContent, listOwnContent } from '#contract/content/own-content.ts'
import { activityRateLimits } from '#contract/limits.ts'
import { getOwnProfile, updateProfile } from '#contract/people/profiles.ts'
import { addVideoView, getOwnViewCounts } from '#contract/engagement/views.ts'
import { log } from '#server/platform/log.ts'
import { roundViewCount } from '#server/content/content-cards.ts'
import { db } from '#server/platform/db/db.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import { aggregateOldViews } from '#server/view-counts/daily-view-counts.ts'
import { recordView, loadOwnViewCounts } from '#server/view-counts/view-counts.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
before(async () => {
  // This app trusts X-Forwarded-For.
  testApp = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
})
after(() => testApp.close())

const view = (who: TestUser, id: string) => who.call(addVideoView, { params: { id } })
const countViews = async (id: string) => (await ada.call(getOwnContent, { params: { id } })).views
const today = () => new Date().toISOString().slice(0, 10)

/** Sends an anonymous view from the given IP address and browser. */
function watchesFrom(id: string, address: string, agent = 'A browser') {
  const headers = { 'x-forwarded-for': address, 'user-agent': agent }
  return testApp.anonymousUser().fetch(`/api/content/${id}/views`, { method: 'POST', headers })
}

test('a viewer’s repeated views of a video within half an hour count once, and the owner’s views never count', async () => {
  const id = await createPublishedVideo(ada)
  for (let n = 0; n < 3; n += 1) assert.equal(typeof (await view(bob, id)).token, 'string')
  assert.equal(await countViews(id), 1)
  await view(ada, id)
  assert.equal(await countViews(id), 1, 'her own does not count')
  const statuses = [
    await watchesFrom(id, '203.0.113.7'),
    await watchesFrom(id, '203.0.113.7'),
    await watchesFrom(id, '203.0.113.7', 'Another browser'),
    await watchesFrom(id, '203.0.113.8'),
    await watchesFrom(id, '203.0.113.9', 'Mozilla/5.0 (compatible; Googlebot/2.1)'),
  ].map(({ status }) => status)
  assert.deepEqual(
    statuses,
    [200, 200, 200, 200, 200],
    'the response does not reveal whether the view counted',
  )
  assert.equal(await countViews(id), 4)
  const other = await createPublishedVideo(ada)
  await view(bob, other)
  assert.equal(await countViews(other), 1, 'another video is another viewing')
})

test('a second view by the same viewer counts if it starts at least half an hour after the first', async () => {
  const id = await createPublishedVideo(ada)
  const from = { address: '203.0.113.20', agent: 'A browser' }
  const watchesAt = (time: string) => recordView(anonymousViewer, id, from, new Date(time))
  await watchesAt('2026-03-01T23:45:00Z')
  await watchesAt('2026-03-02T00:14:00Z')
  await watchesAt('2026-03-02T00:16:00Z')
  const rows = await db
    .selectFrom('daily_view_counts')
    .select(['day', 'views'])
    .where('content_id', '=', id)
    .execute()
  assert.deepEqual(rows, [
    { day: '2026-03-01', views: 1 },
    { day: '2026-03-02', views: 1 },
  ])
})

test('an IPv6 /64 counts as one viewer, and the views from one address are limited', async () => {
  const id = await createPublishedVideo(ada)
  await watchesFrom(id, '2001:db8:7:7::1')
  await watchesFrom(id, '2001:db8:7:7:ffff::2')
  assert.equal(await countViews(id), 1)
  const { most } = activityRateLimits.viewsPerAddress[0]!
  for (let n = 0; n < most + 20; n += 1) {
    const { status } = await watchesFrom(id, '203.0.113.50', `Browser ${n}`)
    assert.equal(status, 200)
  }
  assert.equal(await countViews(id), most + 1)
})

test('viewing a hidden item returns 404 and is not counted as a view', async () => {
  const id = await createPublishedVideo(ada, { visibility: 'only_me' })
  assert.match(await expectApiError(view(bob, id)), /^404 /)
  assert.equal((await watchesFrom(id, '203.0.113.60')).status, 404)
  assert.match(await expectApiError(view(bob, '01890000-0000-7000-8000-000000000000')), /^404 /)
  assert.equal(await countViews(id), 0)
})

test('counts five hundred concurrent views of two videos without losing one', async () => {
  const [one, two] = [await createPublishedVideo(ada), await createPublishedVideo(ada)]
  const members = await insertUsers(testApp, 'fan', 200)
  await Promise.all([
    ...members.flatMap((who) => [view(who, one), view(who, two), view(who, one)]),
    ...Array.from({ length: 300 }, (_, n) => watchesFrom(one, `198.51.${n >> 8}.${n & 255}`)),
  ])
  assert.deepEqual([await countViews(one), await countViews(two)], [500, 200])
})

test('a view that could not be stored is counted when the browser sends it again', async (t) => {
  const id = await createPublishedVideo(ada)
  const logError = t.mock.method(log, 'error', () => {})
  await sql`alter table daily_view_counts rename to daily_view_counts_gone`.execute(db)
  assert.match(await expectApiError(view(bob, id)), /^500 /)
  assert.equal(logError.mock.callCount(), 1)
  await sql`alter table daily_view_counts_gone rename to daily_view_counts`.execute(db)
  await view(bob, id)
  assert.equal(await countViews(id), 1)
})

test('view counts are rounded down for everybody but the owner, and counts below ten are shown as zero', () => {
  const rounded = [0, 1, 9, 10, 19, 99, 100, 129, 1299, 12_999, 1_299_999]
  assert.deepEqual(rounded.map(roundViewCount), [0, 0, 0, 10, 10, 90, 100, 120, 1200, 12_000, 1_200_000])
})

test('every list and page shows exact view counts to a video’s owner and rounded view counts to everybody else', async () => {
  const gwen = await testApp.signUpMember('gwen')
  const id = await createPublishedVideo(gwen, { title: 'Zeppelin', genre: 'pop', likes: 3 })
  await sql`insert into likes (content_id, user_id) values (${id}, ${bob.id})`.execute(db)
  await sql`insert into daily_view_counts values (${id}, ${today()}::date, 1234)`.execute(db)
  const viewsShownTo = async (who: TestUser) => {
    const from = async (path: string) => viewsIn(await (await who.fetch(path)).json(), id)
    return Object.fromEntries(
      await Promise.all(surfaces(id, gwen.id).map(async (path) => [path, await from(path)])),
    )
  }
  const all = (views: number | null) =>
    Object.fromEntries(surfaces(id, gwen.id).map((path) => [path, [views]]))
  assert.deepEqual(await viewsShownTo(testApp.anonymousUser()), all(1200))
  assert.deepEqual(await viewsShownTo(bob), all(1200))
  assert.deepEqual(await viewsShownTo(gwen), all(1234))
  await gwen.call(updateProfile, { body: { hides_views: true } })
  assert.equal((await gwen.call(getOwnProfile, {})).hides_views, true)
  assert.deepEqual(await viewsShownTo(testApp.anonymousUser()), all(null))
  assert.deepEqual(await viewsShownTo(bob), all(null))
  assert.deepEqual(await viewsShownTo(gwen), all(1234))
  await gwen.call(updateProfile, { body: { bio: 'Up in the air' } })
  assert.deepEqual(await viewsShownTo(bob), all(null), 'another change leaves it as it is')
})

const surfaces = (id: string, owner: string) => [
  `/api/content/${id}`,
  `/api/content?creator=${owner}`,
  '/api/categories/music',
  '/api/categories/music/pop',
  '/api/genres/pop',
  '/api/spotlight',
  '/api/search?q=zeppelin',
]

/** Returns every view count that a response contains for an item, without duplicates. */
function viewsIn(response: unknown, id: string): unknown[] {
  const found = new Set<unknown>()
  JSON.stringify(response, (_, value: unknown) => {
    const item = value as { id?: string; views?: unknown } | null
    if (item !== null && typeof item === 'object' && item.id === id) found.add(item.views)
    return value
  })
  return [...found]
}

test('the owner sees exact view counts for the last 7, 28 and 90 days across all their videos', async () => {
  const [cleo, dan] = [await testApp.signUpMember('cleo'), await testApp.signUpMember('dan')]
  const [one, two] = [await createPublishedVideo(cleo), await createPublishedVideo(cleo)]
  const days = [
    { content_id: one, ago: 0, views: 1 },
    { content_id: one, ago: 6, views: 10 },
    { content_id: two, ago: 7, views: 100 },
    { content_id: one, ago: 27, views: 1000 },
    { content_id: two, ago: 28, views: 10_000 },
    { content_id: two, ago: 89, views: 100_000 },
    { content_id: one, ago: 90, views: 1_000_000 },
  ]
  for (const { content_id, ago, views } of days)
    await sql`insert into daily_view_counts values (${content_id}, ${today()}::date - ${ago}::int, ${views})`.execute(
      db,
    )
  const expected = [
    { days: 7, views: 11 },
    { days: 28, views: 1111 },
    { days: 90, views: 111_111 },
  ]
  assert.deepEqual((await cleo.call(getOwnViewCounts, {})).spans, expected)
  const { items } = await cleo.call(listOwnContent, { query: {} })
  assert.deepEqual(
    items.map(({ id, views }) => [id, views]).toSorted(),
    [
      [one, 1_001_011],
      [two, 110_100],
    ].toSorted(),
  )
  assert.deepEqual(
    (await dan.call(getOwnViewCounts, {})).spans.map(({ views }) => views),
    [0, 0, 0],
  )
  const viewsFor = async (who: TestUser) => (await who.call(getContent, { params: { id: one } })).views
  assert.deepEqual([await viewsFor(dan), await viewsFor(cleo)], [1_000_000, 1_001_011])
  assert.match(await expectApiError(testApp.anonymousUser().call(getOwnViewCounts, {})), /^401 /)

  await aggregateOldViews()
  await aggregateOldViews()
  assert.deepEqual((await cleo.call(getOwnViewCounts, {})).spans, expected, 'recent daily counts are kept')
  const old = await db.selectFrom('daily_view_counts').selectAll().where('day', '=', '-infinity').execute()
  assert.deepEqual(
    old.filter(({ content_id }) => content_id === one),
    [{ content_id: one, day: '-infinity', views: 1_000_000 }],
    'older counts are merged into one row',
  )
  assert.equal((await cleo.call(getOwnContent, { params: { id: one } })).views, 1_001_011)
})

test('stored view counts contain nothing about the viewers and are deleted with the video', async () => {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'daily_view_counts' order by 1`.execute(db)
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['content_id', 'day', 'views'],
  )
  const id = await createPublishedVideo(ada)
  await view(bob, id)
  await ada.call(deleteContent, { params: { id } })
  assert.match(await expectApiError(view(await testApp.signUpMember('eve'), id)), /^404 /)
  await db.deleteFrom('content').where('id', '=', id).execute()
  assert.equal(
    (await db.selectFrom('daily_view_counts').selectAll().where('content_id', '=', id).execute()).length,
    0,
  )
})

test('a new day of view counts starts at midnight UTC for everybody', async () => {
  const fay = await testApp.signUpMember('fay')
  const id = await createPublishedVideo(fay)
  await sql`insert into daily_view_counts values (${id}, '2026-03-01', 5)`.execute(db)
  const at = async (time: string) => {
    const { spans } = await loadOwnViewCounts({ kind: 'member', id: fay.id } as never, new Date(time))
    return spans.map(({ views }) => views >= 5)
  }
  assert.deepEqual(await at('2026-03-07T23:59:59Z'), [true, true, true])
  assert.equal((await at('2026-03-08T00:00:00Z'))[0], false)
})
