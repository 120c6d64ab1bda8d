import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { postComment } from '#contract/engagement/comments.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { notificationEventsPath } from '#contract/live-updates.ts'
import { getUnreadCount, listNotifications } from '#contract/notifications.ts'
import type { SafetySettingKey } from '#contract/safety/safety-defaults.ts'
import {
  addWatchTime,
  deleteWatchTime,
  getPlaybackPreferences,
  getWatchTime,
  putTimeZone,
} from '#contract/wellbeing.ts'
import { loadViewerFromHeaders } from '#server/auth/load-viewer.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { requireMember, type Member } from '#server/platform/http/viewer.ts'
import { addWatchedSeconds, deleteOldWatchTime, loadWatchTime } from '#server/wellbeing/watch-time.ts'
import { loadQuietHoursEnd } from '#server/wellbeing/user-quiet-hours.ts'
import { toLocalTime } from '#server/wellbeing/local-time.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listenToLiveUpdates } from '#tests/support/app/live-update-listener.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => (testApp = await startTestApp({ working: true })))
after(() => testApp.close())

let people = 0
const newcomer = (age = 16) => testApp.signUpMember(`calm${++people}`, age)

/**
 * Returns the `Member` object that the server loads for this user. The tests pass this object to functions
 * that have a parameter for the current time, so that each test can set the time.
 */
async function memberOf({ cookies }: TestUser): Promise<Member> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return requireMember(await loadViewerFromHeaders(new Headers({ cookie })))
}

const start = Date.parse('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(start + seconds * 1000)
const beat = (who: Member, seconds: number, at: number, id = randomUUID()) =>
  addWatchedSeconds(who, { beat: id, seconds }, later(at))
const secondsOf = async ({ id }: Member) =>
  (await db.selectFrom('daily_watch_time').select('seconds').where('user_id', '=', id).execute()).map(
    (row) => row.seconds,
  )

test('the recorded watch time is never longer than the time that has really passed', async () => {
  const who = await memberOf(await newcomer())
  const first = randomUUID()
  await beat(who, 30, 0, first)
  await beat(who, 30, 20, first)
  assert.deepEqual(await secondsOf(who), [30])
  await beat(who, 30, 30)
  assert.deepEqual(await secondsOf(who), [60])
  // The first report claims 30 seconds, but another tab has already reported 20 of these seconds. The second
  // report claims a minute, although only one second has passed.
  await beat(who, 30, 40)
  await beat(who, 60, 41)
  assert.deepEqual(await secondsOf(who), [71])
  // A watch-time report changes nothing if its timestamp is earlier than that of the previous report.
  await beat(who, 30, 35)
  assert.deepEqual(await secondsOf(who), [71])
})

test('simultaneous watch time in twenty tabs is counted only once', async () => {
  const who = await memberOf(await newcomer())
  await beat(who, 0, 0)
  await Promise.all(Array.from({ length: 20 }, () => beat(who, 30, 30)))
  assert.deepEqual(await secondsOf(who), [30])
})

test('watch time is counted per day in the person’s time zone and shown for 28 days', async () => {
  const person = await newcomer()
  await person.call(putTimeZone, { body: { time_zone: 'Pacific/Auckland' } })
  const who = await memberOf(person)
  // The times are 23:59 and 00:01 in the Auckland time zone.
  await addWatchedSeconds(who, { beat: randomUUID(), seconds: 60 }, new Date('2026-11-21T10:59:00Z'))
  await addWatchedSeconds(who, { beat: randomUUID(), seconds: 60 }, new Date('2026-11-21T11:01:00Z'))
  const { days } = await loadWatchTime(who, new Date('2026-11-21T11:02:00Z'))
  assert.equal(days.length, 28)
  assert.deepEqual(days.slice(-2), [
    { day: '2026-11-21', minutes: 1 },
    { day: '2026-11-22', minutes: 1 },
  ])
  assert.deepEqual([days[0]!.day, days[0]!.minutes], ['2026-10-26', 0])
})

test('watch time is private and is deleted after 90 days or on request', async () => {
  const [person, other] = [await newcomer(), await newcomer()]
  const body = { beat: randomUUID(), seconds: 30 }
  await person.call(addWatchTime, { body })
  await other.call(addWatchTime, { body })
  await person.call(deleteWatchTime, {})
  assert.deepEqual(await secondsOf(await memberOf(person)), [])
  assert.deepEqual(await secondsOf(await memberOf(other)), [30])
  const { days } = await person.call(getWatchTime, {})
  assert.ok(days.every(({ minutes }) => minutes === 0))
  await deleteOldWatchTime(new Date(Date.now() + 89 * 24 * 3600_000))
  assert.deepEqual(await secondsOf(await memberOf(other)), [30])
  await deleteOldWatchTime(new Date(Date.now() + 92 * 24 * 3600_000))
  assert.deepEqual(await secondsOf(await memberOf(other)), [])
  await person.call(addWatchTime, { body })
  await db.deleteFrom('users').where('id', '=', person.id).execute()
  assert.deepEqual(
    await db.selectFrom('daily_watch_time').selectAll().where('user_id', '=', person.id).execute(),
    [],
  )
})

test('watch time is recorded only for signed-in viewers', async () => {
  const stranger = testApp.anonymousUser()
  const body = { beat: randomUUID(), seconds: 30 }
  // The last watch-time report of a page can arrive just after the session has ended. Such a report causes no
  // error and adds no watch time.
  const days = () => db.selectFrom('daily_watch_time').selectAll().execute()
  const already = await days()
  await stranger.call(addWatchTime, { body })
  assert.deepEqual(await days(), already)
  assert.match(await expectApiError(stranger.call(getWatchTime, {})), /^401/)
  assert.match(await expectApiError(stranger.call(deleteWatchTime, {})), /^401/)
  const person = await newcomer()
  for (const seconds of [-1, 61, Number.NaN])
    assert.match(await expectApiError(person.call(addWatchTime, { body: { ...body, seconds } })), /^422/)
})

test('the time zone setting accepts only existing time zones', async () => {
  const person = await newcomer()
  for (const time_zone of ['', 'Mars/Olympus', 'x'.repeat(65), "UTC'; drop table users"])
    assert.match(await expectApiError(person.call(putTimeZone, { body: { time_zone } })), /^422/)
  for (const time_zone of ['Europe/Berlin', 'Etc/GMT+5', 'Asia/Calcutta'])
    await person.call(putTimeZone, { body: { time_zone } })
})

/** Quiet hours around the current time, in UTC. */
function hoursAround(hoursBefore: number, hoursAfter: number): { from: string; to: string } {
  const at = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString().slice(11, 16)
  return { from: at(-hoursBefore), to: at(hoursAfter) }
}

const choose = ({ id: user_id }: TestUser, setting: SafetySettingKey, value: unknown) =>
  db
    .insertInto('safety_settings')
    .values({ user_id, setting, value: JSON.stringify(value) })
    .onConflict((row) => row.columns(['user_id', 'setting']).doUpdateSet({ value: JSON.stringify(value) }))
    .execute()

/**
 * Returns the due times of the delayed notifications about an item. The list is empty once the notifications
 * have been sent.
 */
async function waiting(contentId: string): Promise<Date[]> {
  const { rows } = await sql<{ start_after: Date }>`
    select start_after from pgboss.job where name = 'create-notifications' and state < 'active'
      and data->>'contentId' = ${contentId} and start_after > now()`.execute(db)
  return rows.map((row) => row.start_after)
}

test('notifications during quiet hours arrive together when quiet hours end', async (t) => {
  const [person, fan] = [await newcomer(), await newcomer()]
  const id = await createPublishedVideo(person, { title: 'Night bus' })
  await person.call(putTimeZone, { body: { time_zone: 'UTC' } })
  const hours = hoursAround(1, 2)
  await choose(person, 'quiet_hours', hours)
  const { live_cursor } = await person.call(getUnreadCount, {})
  const listener = await listenToLiveUpdates(person, notificationEventsPath, live_cursor)
  t.after(() => listener.stop())
  await fan.call(putLike, { params: { id } })
  await fan.call(postComment, { params: { id }, body: { body: 'good night' } })
  await waitUntil(async () => (await waiting(id)).length === 2)
  assert.ok((await waiting(id)).every((then) => then.toISOString().slice(11, 16) === hours.to))
  assert.equal((await person.call(getUnreadCount, {})).unread, 0)
  const { items, quiet_until } = await person.call(listNotifications, { query: {} })
  assert.deepEqual([items, quiet_until?.slice(11, 16)], [[], hours.to])
  assert.ok(listener.heard.every(({ name }) => name === 'heartbeat'))

  await choose(person, 'quiet_hours', hoursAround(4, -1))
  assert.equal((await person.call(listNotifications, { query: {} })).quiet_until, null)
  const rings = listener.next('bell')
  await sql`update pgboss.job set start_after = now() where name = 'create-notifications' and data->>'contentId' = ${id}`.execute(
    db,
  )
  await rings
  await waitUntil(async () => (await person.call(getUnreadCount, {})).unread === 2)
})

test('notifications arrive immediately outside quiet hours, or if the time zone is unknown', async () => {
  const fan = await newcomer()
  const rings = async (person: TestUser) => {
    const id = await createPublishedVideo(person, { title: 'Morning bus' })
    await fan.call(putLike, { params: { id } })
    await waitUntil(async () => (await person.call(getUnreadCount, {})).unread === 1)
  }
  const early = await newcomer()
  await early.call(putTimeZone, { body: { time_zone: 'UTC' } })
  await choose(early, 'quiet_hours', hoursAround(4, -1))
  await rings(early)
  const grown = await newcomer(19)
  await grown.call(putTimeZone, { body: { time_zone: 'UTC' } })
  await rings(grown)
  const program = await newcomer()
  await choose(program, 'quiet_hours', hoursAround(1, 2))
  await rings(program)
})

test('by default, quiet hours are the nighttime hours of the person’s age band, in the person’s time zone', async () => {
  const hourIn = (zone: string) => Math.floor(toLocalTime(new Date(), zone)!.minutes / 60)
  // A time zone where it is between 9 and 10 p.m. now. This is within the quiet hours of a 13-year-old, but
  // not of a 16-year-old.
  const nine = Array.from(
    { length: 27 },
    (_, n) => `Etc/GMT${n < 15 ? '-' : '+'}${n < 15 ? n : n - 14}`,
  ).find((zone) => hourIn(zone) === 21)!
  const isQuiet = async (age: number) => {
    const person = await newcomer(age)
    await person.call(putTimeZone, { body: { time_zone: nine } })
    return (await transaction((tx) => loadQuietHoursEnd(tx, person.id))) !== null
  }
  assert.deepEqual([await isQuiet(13), await isQuiet(16), await isQuiet(19)], [true, false, false])
})

test('members can choose autoplay and a break interval, and autoplay is off by default', async () => {
  for (const [age, break_minutes] of [
    [13, 60],
    [17, 60],
    [19, 0],
  ] as const) {
    const person = await newcomer(age)
    assert.deepEqual(await person.call(getPlaybackPreferences, {}), { autoplay_next: false, break_minutes })
    await choose(person, 'autoplay_next', true)
    await choose(person, 'break_minutes', 30)
    assert.deepEqual(await person.call(getPlaybackPreferences, {}), {
      autoplay_next: true,
      break_minutes: 30,
    })
  }
})
