import assert from 'node:assert/strict'
import test from 'node:test'
import {
  formatDateTimeLocalInput,
  formatUpcomingTime,
  formatZonedDateTime,
  parseDateTimeLocalInput,
} from './time-zone.ts'

test('converts between local time and UTC in summer and winter', () => {
  for (const [local, zone, utc] of [
    ['2026-12-03T18:00', 'Europe/Madrid', '2026-12-03T17:00:00.000Z'],
    ['2026-07-03T18:00', 'Europe/Madrid', '2026-07-03T16:00:00.000Z'],
    ['2026-12-31T23:30', 'America/New_York', '2027-01-01T04:30:00.000Z'],
    ['2026-12-03T18:00', 'Asia/Kolkata', '2026-12-03T12:30:00.000Z'],
    ['2026-12-03T18:00', 'UTC', '2026-12-03T18:00:00.000Z'],
  ] as const) {
    assert.equal(parseDateTimeLocalInput(local, zone), utc)
    assert.equal(formatDateTimeLocalInput(utc, zone), local)
  }
})

test('on the day of a clock change, a local time is converted with the UTC offset that applies at that time', () => {
  const convert = (local: string) => parseDateTimeLocalInput(local, 'Europe/Madrid')
  assert.equal(convert('2026-03-29T01:59'), '2026-03-29T00:59:00.000Z')
  assert.equal(convert('2026-03-29T03:00'), '2026-03-29T01:00:00.000Z')
  assert.equal(convert('2026-10-25T04:00'), '2026-10-25T03:00:00.000Z')
})

test('converting an empty local time returns an empty value', () => {
  assert.deepEqual([parseDateTimeLocalInput('', 'UTC'), formatDateTimeLocalInput('', 'UTC')], ['', ''])
})

test('a formatted time includes the time zone', () => {
  assert.equal(formatZonedDateTime('2026-12-03T17:00:00.000Z', 'Europe/Madrid'), '3 December 2026, 18:00 CET')
})

test('an upcoming time is short, and includes the time zone only if it is UTC', () => {
  const at = '2026-12-03T17:00:00.000Z'
  assert.equal(formatUpcomingTime(at, 'Europe/Madrid'), 'Thu 3 Dec, 18:00')
  assert.equal(formatUpcomingTime(at, 'UTC'), 'Thu 3 Dec, 17:00 UTC')
})
