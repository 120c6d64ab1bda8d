import assert from 'node:assert/strict'
import test from 'node:test'
import { getDigestWeekDate, findDigestTime, findNextWeeksDigestTime } from './digest-times.ts'

const time = (from: string, zone: string) => findDigestTime(new Date(from), zone).toISOString()

test('the weekly email is due on Saturday at 10:00 in the person’s time zone', () => {
  // 2026-07-01 is a Wednesday.
  assert.equal(time('2026-07-01T12:00:00Z', 'UTC'), '2026-07-04T10:00:00.000Z')
  assert.equal(time('2026-07-01T12:00:00Z', 'Europe/Berlin'), '2026-07-04T08:00:00.000Z')
  assert.equal(time('2026-07-01T12:00:00Z', 'America/Los_Angeles'), '2026-07-04T17:00:00.000Z')
  assert.equal(time('2026-07-01T12:00:00Z', 'Pacific/Kiritimati'), '2026-07-03T20:00:00.000Z')
  assert.equal(time('2026-07-01T12:00:00Z', 'Not/AZone'), '2026-07-04T10:00:00.000Z')
})

test('a late weekly email is sent during the day on Saturday or Sunday, but not at night', () => {
  assert.equal(time('2026-07-04T11:23:45Z', 'UTC'), '2026-07-04T11:23:45.000Z')
  assert.equal(time('2026-07-04T18:00:00Z', 'UTC'), '2026-07-05T10:00:00.000Z')
  assert.equal(time('2026-07-05T03:00:00Z', 'UTC'), '2026-07-05T10:00:00.000Z')
  assert.equal(time('2026-07-05T17:59:00Z', 'UTC'), '2026-07-05T17:59:00.000Z')
  assert.equal(time('2026-07-05T18:00:00Z', 'UTC'), '2026-07-11T10:00:00.000Z')
})

test('a late weekly email is still sent during the day on a Sunday when the clocks change', () => {
  // In Berlin, the clocks change on Sunday, 2026-03-29, and on Sunday, 2026-10-25.
  assert.equal(time('2026-03-28T20:00:00Z', 'Europe/Berlin'), '2026-03-29T09:00:00.000Z')
  assert.equal(time('2026-10-24T20:00:00Z', 'Europe/Berlin'), '2026-10-25T09:00:00.000Z')
})

test('after a weekly email is sent on a Saturday or Sunday, the next one is due on the following Saturday', () => {
  for (const at of ['2026-07-04T10:00:00Z', '2026-07-05T17:00:00Z']) {
    assert.equal(getDigestWeekDate(new Date(at), 'UTC'), '2026-07-04')
    assert.equal(findNextWeeksDigestTime(new Date(at), 'UTC').toISOString(), '2026-07-11T10:00:00.000Z')
  }
  assert.equal(getDigestWeekDate(new Date('2026-07-04T10:00:00Z'), 'Pacific/Auckland'), '2026-07-04')
})
