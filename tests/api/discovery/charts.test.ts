import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { type ChartCategory, getChart, type ChartPeriod } from '#contract/discovery/charts.ts'
import { chartLimits as figures } from '#contract/discovery/chart-limits.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let nobody: TestUser
let people: TestUser[]
before(async () => {
  testApp = await startTestApp()
  nobody = testApp.anonymousUser()
  people = await Promise.all(Array.from({ length: 6 }, (_, n) => testApp.signUpMember(`person_${n}`, 13 + n)))
})
after(() => testApp.close())

const hour = 3600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)
const like = (content_id: string, who: TestUser, hours = 1) =>
  db
    .insertInto('likes')
    .values({ content_id, user_id: who.id, created_at: ago(hours) })
    .execute()
const comment = (
  content_id: string,
  who: TestUser,
  hours = 1,
  moderation: 'approved' | 'held' = 'approved',
) =>
  db
    .insertInto('comments')
    .values({ content_id, user_id: who.id, body: 'hi', created_at: ago(hours), moderation })
    .execute()
const chart = (period: ChartPeriod, category?: ChartCategory) =>
  nobody.call(getChart, { query: { period, category } })
const placesIn = async (period: ChartPeriod, category?: ChartCategory) =>
  (await chart(period, category)).places.map(({ rank, before: was, points, item }) => [
    rank,
    was,
    points,
    item.title,
  ])

/** Waits until the cached charts have expired. */
function advanceClock(t: test.TestContext, now = Date.now() + figures.staleMs + 1): void {
  t.mock.timers.enable({ apis: ['Date'], now })
}

test('a chart contains one item per creator, ranked by likes and commenters within the chart’s period', async (t) => {
  const [p0, p1, p2, p3, p4, p5] = people as [TestUser, TestUser, TestUser, TestUser, TestUser, TestUser]
  assert.deepEqual(await placesIn('today'), [])
  const song = await createPublishedVideo(p0, { title: 'Song', type: 'music_video', minutesAgo: 9000 })
  const second = await createPublishedVideo(p0, { title: 'Second of the same creator', type: 'music_video' })
  const show = await createPublishedVideo(p1, { title: 'Show', type: 'tv_show', minutesAgo: 20 })
  const newer = await createPublishedVideo(p2, { title: 'Newer show', type: 'tv_show', minutesAgo: 10 })
  await createPublishedVideo(p3, { title: 'Liked by nobody' })

  for (const who of [p1, p2, p3, p4]) await like(song, who) // earns four points for four likes
  for (const who of [p0, p1, p2]) await like(second, who) // earns two points, because the creator's own like does not count
  for (let n = 0; n < 5; n += 1) await comment(show, p4) // earns two points, however often one person comments
  await comment(show, p1) // the creator's own comment does not count
  await comment(show, p5, 1, 'held')
  for (const who of [p3, p4]) await like(newer, who, 2) // earns two points for two likes
  for (const who of [p0, p5]) await like(show, who, 30) // yesterday's likes do not count today
  await like(newer, p5, 24 * 9) // a like from the week before

  advanceClock(t)
  assert.deepEqual(await placesIn('today'), [
    [1, null, 4, 'Song'],
    [2, null, 2, 'Newer show'],
    [3, 1, 2, 'Show'],
  ])
  assert.deepEqual(await placesIn('week'), [
    [1, null, 4, 'Show'], // of two items with equal points, the newer is first
    [2, null, 4, 'Song'],
    [3, 1, 2, 'Newer show'],
  ])
  assert.deepEqual(await placesIn('all', 'shows'), [
    [1, null, 4, 'Show'],
    [2, 1, 3, 'Newer show'],
  ])
  assert.deepEqual(await placesIn('today', 'movies'), [])
})

test('hidden items disappear from a chart immediately, and the items below move up', async () => {
  await db.updateTable('content').set({ moderation: 'held' }).where('title', '=', 'Song').execute()
  await db.updateTable('profiles').set({ is_private: true }).where('username', '=', 'person_2').execute()
  const left = (await placesIn('today')).map(([rank, , , title]) => [rank, title])
  assert.deepEqual(left, [[1, 'Show']])
})

test('the scores of forty videos in a chart match the published scoring rule', async (t) => {
  await db.deleteFrom('likes').execute()
  await db.deleteFrom('comments').execute()
  await db.updateTable('profiles').set({ is_private: false }).execute()
  const items: { id: string; owner: TestUser; made: number }[] = []
  for (let n = 0; n < 40; n += 1) {
    const owner = people[n % 6]!
    items.push({
      id: await createPublishedVideo(owner, { title: `No ${n}`, minutesAgo: n }),
      owner,
      made: -n,
    })
  }
  const points = new Map<string, number>()
  let seed = 7
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  for (const { id, owner } of items)
    for (const who of people) {
      const [liked, commented, inTime] = [random() < 0.4, random() < 0.3, random() < 0.7]
      const hours = inTime ? 24 * 6 : 24 * 8
      if (liked) await like(id, who, hours)
      for (let n = commented ? 2 : 0; n > 0; n -= 1) await comment(id, who, hours)
      const given = who === owner || !inTime ? 0 : (liked ? 1 : 0) + (commented ? 2 : 0)
      points.set(id, (points.get(id) ?? 0) + given)
    }
  const expected: [string, number][] = []
  const creators = new Set<TestUser>()
  const byPoints = items.toSorted((a, b) => points.get(b.id)! - points.get(a.id)! || b.made - a.made)
  for (const { id, owner } of byPoints) {
    if (creators.has(owner) || !points.get(id)) continue
    creators.add(owner)
    expected.push([id, points.get(id)!])
  }
  advanceClock(t, Date.now() + 3 * figures.staleMs)
  const { places } = await chart('week')
  assert.deepEqual(
    places.map((place) => [place.item.id, place.points]),
    expected,
  )
  assert.equal(places.length, 6)
})

test('shows the previous chart while a new one is computed', async (t) => {
  const week = async () => (await chart('week')).places.reduce((sum, { points }) => sum + points, 0)
  const first = await week()
  const liker = await testApp.signUpMember('late_liker')
  const { id } = (await chart('week')).places[0]!.item
  await like(id, liker)
  assert.equal(await week(), first)
  advanceClock(t, Date.now() + 3 * figures.staleMs + figures.freshMs + 1)
  assert.equal(await week(), first)
  t.mock.timers.reset()
  await waitUntil(async () => (await week()) === first + 1)
})

test('an empty chart shows an item as soon as the item is liked, because empty charts are not cached', async () => {
  assert.deepEqual(await placesIn('today', 'live'), [])
  const id = await createPublishedVideo(people[0]!, { title: 'First night', type: 'live' })
  await like(id, people[1]!)
  assert.deepEqual(await placesIn('today', 'live'), [[1, null, 1, 'First night']])
})
