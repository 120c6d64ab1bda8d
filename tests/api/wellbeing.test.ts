import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { addWatchTime, deleteWatchTime, getWatchTime, putTimeZone } from '#contract/wellbeing.ts'
import { viewerOf } from '#server/accounts/viewer.ts'
import { db } from '#server/platform/db/db.ts'
import { member, type Member } from '#server/platform/http/viewer.ts'
import { count, sweepWatchTime, watchTimeOf } from '#server/wellbeing/watch-time.ts'
import { type House, openHouse, type Person } from '../support/house.ts'
import { refused } from '../support/refused.ts'

let house: House
before(async () => (house = await openHouse()))
after(() => house.close())

let people = 0
const newcomer = (age = 16) => house.joins(`calm${++people}`, age)

/** The person as the server knows them, for verbs that take a clock. */
async function memberOf({ cookies }: Person): Promise<Member> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return member(await viewerOf(new Headers({ cookie })))
}

const start = Date.parse('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(start + seconds * 1000)
const beat = (who: Member, seconds: number, at: number, id = randomUUID()) =>
  count(who, { beat: id, seconds }, later(at))
const secondsOf = async ({ id }: Member) =>
  (await db.selectFrom('watch_days').select('seconds').where('user_id', '=', id).execute()).map(
    (row) => row.seconds,
  )

test('time watched is counted by the beat, a beat that comes again once, and never more than has passed', async () => {
  const who = await memberOf(await newcomer())
  const first = randomUUID()
  await beat(who, 30, 0, first)
  await beat(who, 30, 20, first)
  assert.deepEqual(await secondsOf(who), [30])
  await beat(who, 30, 30)
  assert.deepEqual(await secondsOf(who), [60])
  // A second tab that plays as well; then one that claims an hour in a second.
  await beat(who, 30, 40)
  await beat(who, 60, 41)
  assert.deepEqual(await secondsOf(who), [71])
  // A clock that went backwards adds nothing and takes nothing away.
  await beat(who, 30, 35)
  assert.deepEqual(await secondsOf(who), [71])
})

test('twenty tabs at once count as one', async () => {
  const who = await memberOf(await newcomer())
  await beat(who, 0, 0)
  await Promise.all(Array.from({ length: 20 }, () => beat(who, 30, 30)))
  assert.deepEqual(await secondsOf(who), [30])
})

test('a day begins where the person is, and only the last 28 are shown, today last', async () => {
  const person = await newcomer()
  await person.call(putTimeZone, { body: { time_zone: 'Pacific/Auckland' } })
  const who = await memberOf(person)
  // 23:59 and 00:01 in Auckland.
  await count(who, { beat: randomUUID(), seconds: 60 }, new Date('2026-11-21T10:59:00Z'))
  await count(who, { beat: randomUUID(), seconds: 60 }, new Date('2026-11-21T11:01:00Z'))
  const { days } = await watchTimeOf(who, new Date('2026-11-21T11:02:00Z'))
  assert.equal(days.length, 28)
  assert.deepEqual(days.slice(-2), [
    { day: '2026-11-21', minutes: 1 },
    { day: '2026-11-22', minutes: 1 },
  ])
  assert.deepEqual([days[0]!.day, days[0]!.minutes], ['2026-10-26', 0])
})

test('it is one’s own, is deleted when one says so, and forgotten after 90 days', async () => {
  const [person, other] = [await newcomer(), await newcomer()]
  const body = { beat: randomUUID(), seconds: 30 }
  await person.call(addWatchTime, { body })
  await other.call(addWatchTime, { body })
  await person.call(deleteWatchTime, {})
  assert.deepEqual(await secondsOf(await memberOf(person)), [])
  assert.deepEqual(await secondsOf(await memberOf(other)), [30])
  const { days } = await person.call(getWatchTime, {})
  assert.ok(days.every(({ minutes }) => minutes === 0))
  await sweepWatchTime(new Date(Date.now() + 89 * 24 * 3600_000))
  assert.deepEqual(await secondsOf(await memberOf(other)), [30])
  await sweepWatchTime(new Date(Date.now() + 92 * 24 * 3600_000))
  assert.deepEqual(await secondsOf(await memberOf(other)), [])
  await person.call(addWatchTime, { body })
  await db.deleteFrom('users').where('id', '=', person.id).execute()
  assert.deepEqual(
    await db.selectFrom('watch_days').selectAll().where('user_id', '=', person.id).execute(),
    [],
  )
})

test('only somebody who is signed in is counted, and a beat is at most a minute', async () => {
  const stranger = house.stranger()
  const body = { beat: randomUUID(), seconds: 30 }
  assert.match(await refused(stranger.call(addWatchTime, { body })), /^401/)
  assert.match(await refused(stranger.call(getWatchTime, {})), /^401/)
  assert.match(await refused(stranger.call(deleteWatchTime, {})), /^401/)
  const person = await newcomer()
  for (const seconds of [-1, 61, Number.NaN])
    assert.match(await refused(person.call(addWatchTime, { body: { ...body, seconds } })), /^422/)
})

test('a time zone is one there is', async () => {
  const person = await newcomer()
  for (const time_zone of ['', 'Mars/Olympus', 'x'.repeat(65), "UTC'; drop table users"])
    assert.match(await refused(person.call(putTimeZone, { body: { time_zone } })), /^422/)
  for (const time_zone of ['Europe/Berlin', 'Etc/GMT+5', 'Asia/Calcutta'])
    await person.call(putTimeZone, { body: { time_zone } })
})
