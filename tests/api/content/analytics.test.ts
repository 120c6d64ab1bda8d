import assert from 'node:assert/strict'
import test, { after, before, type TestContext } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { deleteContent } from '#contract/content/own-content.ts'
import { getOwnAnalytics, getVideoAnalytics } from '#contract/engagement/analytics.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { viewSources } from '#contract/engagement/views.ts'
import { deleteFollow, putFollow } from '#contract/people/follows.ts'
import { publishDailyAnalytics } from '#server/analytics/release-daily-analytics.ts'
import { db } from '#server/platform/db/db.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { computeExpectedAnalytics } from '#tests/support/app/expected-analytics.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { type TestApp, startTestApp, TestUser } from '#tests/support/app/test-app.ts'
import {
  encodeRetentionBitmap,
  replayViewSessions,
  type ViewSession,
} from '#tests/support/app/view-sessions.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'

const [hour, day] = [3600_000, 24 * 3600_000]
const today = Math.floor(Date.now() / day) * day
const dayAt = (number: number) => new Date(today + number * day).toISOString().slice(0, 10)

let testApp: TestApp
let ada: TestUser
const browsers = new Map<string, TestUser>()
before(async () => {
  testApp = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  ada = await testApp.signUpMember('ada')
  for (const member of await insertUsers(testApp, 'fan', 25)) browsers.set(member.name, member)
  for (let n = 0; n < 25; n += 1) browsers.set(`visitor_${n}`, createVisitor(`203.0.113.${n}`))
})
after(() => testApp.close())

/** Creates an anonymous visitor whose requests come from this IP address. */
function createVisitor(address: string): TestUser {
  const visitor = testApp.anonymousUser()
  const send = visitor.fetch.bind(visitor)
  visitor.fetch = (path, init = {}) =>
    send(path, { ...init, headers: { ...(init.headers as object), 'x-forwarded-for': address } })
  return visitor
}

function mockClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: today })
  return (at: number) => t.mock.timers.setTime(at)
}

/** Records one view of the whole video on a day for each of the first `count` viewers. */
function createDay(contentId: string, number: number, count: number, seconds = 60): ViewSession[] {
  return [...browsers.keys()].slice(0, count).map((viewer, n) => ({
    viewer,
    contentId,
    at: today + number * day + (8 + n / 60) * hour,
    source: 'home',
    summaries: [{ after: seconds, seconds, played: encodeRetentionBitmap(0, 100) }],
  }))
}

/** Creates random sessions on several days. The first video has more viewers than the last. */
function createRandomSessions(videos: string[], days: number): ViewSession[] {
  const random = createSeededRandom(56)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const names = [...browsers.keys()]
  return Array.from({ length: days }, (_, number) =>
    videos.flatMap((contentId, nth) =>
      names.flatMap((viewer) => {
        if (random() > [0.5, 0.28, 0.08][nth]!) return []
        const first = today + number * day + Math.floor(random() * 22 * hour)
        const starts = random() < 0.3 ? [first, first + pick([10, 29, 31, 90]) * 60_000] : [first]
        return starts.map((at): ViewSession => {
          const from = Math.floor(random() * 50)
          const parts = Math.floor(random() * 4)
          const summaries = Array.from({ length: parts }, (_part, part) => {
            const to = Math.min(100, from + (part + 1) * 12)
            const seconds = 10 + (to - from) + part
            return { after: seconds + 1, seconds, played: encodeRetentionBitmap(from, to) }
          })
          return { viewer, contentId, at, source: pick(viewSources.slice(0, 4)), summaries }
        })
      }),
    ),
  ).flat()
}

test('the analytics of random sessions match an independent computation', async (t) => {
  const setTime = mockClock(t)
  const gina = await testApp.signUpMember('gina')
  const videos = [100, 37, 250].map((seconds) => createPublishedVideo(gina, { seconds }))
  const ids = await Promise.all(videos)
  const sessions = createRandomSessions(ids, 4)
  await replayViewSessions(sessions, browsers, setTime)
  setTime(today + 5 * day)
  await publishDailyAnalytics()
  const shown = await Promise.all(
    ids.map((id) => gina.call(getVideoAnalytics, { params: { id }, query: { days: '28' } })),
  )
  const expected = ids.map((id) =>
    computeExpectedAnalytics(
      sessions.filter(({ contentId }) => contentId === id),
      dayAt(-28),
    ),
  )
  for (const [nth, { totals, days, retention, sources }] of shown.entries()) {
    const known = { ...expected[nth]!.totals, likes: 0, comments: 0 }
    assert.deepEqual({ totals, days }, { totals: known, days: expected[nth]!.days })
    assert.deepEqual(retention, expected[nth]!.retention)
    const bySource = sources && Object.fromEntries(sources.map((one) => [one.source, one.viewers]))
    assert.deepEqual(bySource, expected[nth]!.sources)
  }
  assert.ok(expected[2]!.days.length < 4, 'some days are combined')
  const sumOf = (of: 'views' | 'watch_seconds') =>
    expected.reduce((sum, { totals }) => sum + (totals?.[of] ?? 0), 0)
  const { totals, videos: top } = await gina.call(getOwnAnalytics, { query: { days: '28' } })
  assert.deepEqual([totals!.views, totals!.watch_seconds], [sumOf('views'), sumOf('watch_seconds')])
  assert.deepEqual(
    top.map(({ views }) => views),
    expected.flatMap((one) => one.totals?.views ?? []).toSorted((a, b) => b - a),
  )
})

test('analytics are hidden for the current day, and for periods with fewer than ten viewers', async (t) => {
  const setTime = mockClock(t)
  const id = await createPublishedVideo(ada, { seconds: 60 })
  const read = async () => {
    await publishDailyAnalytics()
    return ada.call(getVideoAnalytics, { params: { id }, query: {} })
  }
  await replayViewSessions(createDay(id, 0, 9), browsers, setTime)
  setTime(today + 3 * day)
  const few = await read()
  assert.deepEqual([few.totals, few.days, few.retention, few.sources], [null, [], null, null])
  // The tenth view of the day is by one of the day's nine viewers, and a viewer counts only once per day.
  await replayViewSessions(
    createDay(id, 0, 1).map((one) => ({ ...one, at: one.at + 5 * hour })),
    browsers,
    setTime,
  )
  setTime(today + 3 * day)
  assert.equal((await read()).totals, null)
  await replayViewSessions(createDay(id, 4, 1), browsers, setTime)
  assert.equal((await read()).totals, null, 'the day is not over')
  setTime(today + 5 * day + 6 * hour)
  assert.equal((await read()).totals, null, 'browsers can still send summaries of the day’s views')
  setTime(today + 5 * day + 7 * hour)
  const { totals, days } = await read()
  assert.equal(totals!.views, 11)
  assert.deepEqual(
    days.map(({ from, to }) => [from, to]),
    [[dayAt(0), dayAt(4)]],
  )
})

test('comparing the analytics of two periods or two days never reveals the numbers of fewer than ten viewers', async (t) => {
  const setTime = mockClock(t)
  const id = await createPublishedVideo(ada, { seconds: 60 })
  const counts = [12, 3, 4, 11, 1, 9, 2, 30, 5]
  const shown = new Set<string>()
  for (const [number, count] of counts.entries()) {
    await replayViewSessions(createDay(id, number, count), browsers, setTime)
    setTime(today + (number + 1) * day + 8 * hour)
    await publishDailyAnalytics()
    for (const days of ['7', '28'] as const) {
      const { totals } = await ada.call(getVideoAnalytics, { params: { id }, query: { days } })
      shown.add(`${totals?.views ?? 0} ${totals?.watch_seconds ?? 0}`)
    }
  }
  // In these sessions, all views on a day are by different viewers.
  const views = [...shown].map((one) => Number(one.split(' ')[0])).toSorted((a, b) => a - b)
  for (const one of views)
    for (const other of views)
      assert.ok(one === other || Math.abs(one - other) >= 10, `${one} and ${other} are both shown`)
  assert.ok(views.length > 3)
})

test('the analytics count the likes, comments, new followers and lost followers in the period', async (t) => {
  const setTime = mockClock(t)
  const hal = await testApp.signUpMember('hal')
  const id = await createPublishedVideo(hal, { seconds: 60 })
  const fans = [...browsers.values()].slice(0, 4)
  for (const fan of fans) await fan.call(putFollow, { params: { id: hal.id } })
  await fans[0]!.call(deleteFollow, { params: { id: hal.id } })
  for (const fan of fans.slice(0, 3)) await fan.call(putLike, { params: { id } })
  await sql`insert into comments (content_id, user_id, body, moderation)
    values (${id}, ${ada.id}, 'Nice', 'approved'), (${id}, ${ada.id}, 'Hm', 'held')`.execute(db)
  await db.deleteFrom('users').where('id', '=', fans[1]!.id).execute()
  browsers.delete(fans[1]!.name)
  await replayViewSessions(createDay(id, 0, 10), browsers, setTime)
  setTime(today + 2 * day)
  await publishDailyAnalytics()
  const { totals } = await hal.call(getOwnAnalytics, { query: { days: '7' } })
  const { likes, comments, followers_gained, followers_lost } = totals!
  assert.deepEqual([likes, comments, followers_gained, followers_lost], [2, 1, 4, 2])
  const { rows } = await sql<{ gained: number; lost: number }>`select gained, lost
    from daily_follower_changes where user_id = ${hal.id}`.execute(db)
  assert.deepEqual(rows, [{ gained: 4, lost: 2 }], 'the changes of a past day are merged into one row')
  await db.deleteFrom('users').where('id', '=', hal.id).execute()
})

test('only the owner can read the analytics, which are in the data export and are deleted with the video', async (t) => {
  const setTime = mockClock(t)
  const id = await createPublishedVideo(ada, { seconds: 60, title: '=cmd, "quoted"' })
  const read = (who: TestUser) => who.call(getVideoAnalytics, { params: { id }, query: {} })
  assert.match(await expectApiError(read(testApp.anonymousUser())), /^401 /)
  assert.match(await expectApiError(read(browsers.get('fan_5')!)), /^404 /)
  await replayViewSessions([...createDay(id, 0, 32), ...createDay(id, 1, 3)], browsers, setTime)
  setTime(today + 3 * day)
  await publishDailyAnalytics()
  const csv = async (path: string) => (await ada.fetch(path)).text()
  const item = `/api/content/${id}/analytics.csv?days=7`
  assert.equal(
    await csv(item),
    `from,to,views,watch_seconds,average_view_seconds\r\n${dayAt(0)},${dayAt(0)},32,1920,60\r\n`,
  )
  assert.equal(await csv(`${item}&table=sources`), 'source,viewers\r\nhome,32\r\n')
  assert.match(await csv(`${item}&table=retention`), /^hundredth,share_of_views\r\n1,1\r\n(.*\r\n){99}$/)
  assert.ok(
    (await csv('/api/me/analytics.csv?days=7&table=videos')).includes(
      `${id},"'=cmd, ""quoted""",32,1920,60\r\n`,
    ),
  )
  assert.equal((await ada.fetch(`${item}&table=viewers`)).status, 422)
  assert.equal((await browsers.get('fan_5')!.fetch(item)).status, 404)
  const exported = async (file: string) => {
    const { rows } = dataExportFiles.find((one) => one.file === file)!
    const found = await (rows(ada.id) as RawBuilder<{ video: string; views: string }>).execute(db)
    return found.rows.filter(({ video }) => video === `/watch/${id}`)
  }
  const [own] = await exported('analytics')
  assert.equal(Number(own!.views), 32)
  assert.equal((await exported('viewer-sources')).length, 1)
  await ada.call(deleteContent, { params: { id } })
  assert.match(await expectApiError(read(ada)), /^404 /)
  await db.deleteFrom('content').where('id', '=', id).execute()
  const left = await sql`select from daily_video_analytics where content_id = ${id}
    union all select from daily_view_sources where content_id = ${id}`.execute(db)
  assert.equal(left.rows.length, 0)
})

test('analytics are deleted after 400 days', async () => {
  const id = await createPublishedVideo(ada)
  for (const ago of [401, 399])
    await sql`insert into daily_video_analytics (content_id, day, viewers, released_on)
      values (${id}, ${dayAt(-ago)}, 10, ${dayAt(-ago)}), (${id}, ${dayAt(-ago - 1000)}, 1, ${dayAt(-ago)})`.execute(
      db,
    )
  await publishDailyAnalytics()
  const rows = await db
    .selectFrom('daily_video_analytics')
    .select('released_on')
    .where('content_id', '=', id)
    .execute()
  assert.deepEqual(
    rows.map(({ released_on }) => released_on),
    [dayAt(-399), dayAt(-399)],
  )
})
