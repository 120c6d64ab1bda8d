import assert from 'node:assert/strict'
import test from 'node:test'
import { isWithinQuietHours, findQuietHoursEnd } from './quiet-hours.ts'

const night = { from: '21:00', to: '07:00' }
const at = (iso: string) => new Date(iso)
const ends = (from: string, zone: string, hours = night) =>
  findQuietHoursEnd(at(from), zone, hours).toISOString()

test('quiet hours follow the person’s local time in every time zone', () => {
  // At 20:30 in London it is night in Berlin and Kathmandu, afternoon in New York, and tomorrow morning in
  // Auckland.
  const moment = at('2026-11-21T20:30:00Z')
  const heard = {
    'Europe/London': false,
    'Europe/Berlin': true,
    'Asia/Kathmandu': true,
    'America/New_York': false,
    'Pacific/Auckland': false,
    'Etc/GMT-8': true,
  }
  for (const [zone, quiet] of Object.entries(heard))
    assert.equal(isWithinQuietHours(moment, zone, night), quiet, zone)
})

test('quiet hours begin and end exactly at the configured times', () => {
  const quiet = (time: string, hours = night) => isWithinQuietHours(at(`2026-06-01T${time}Z`), 'UTC', hours)
  assert.deepEqual(
    ['20:59:59', '21:00:00', '00:00:00', '06:59:59', '07:00:00'].map((time) => quiet(time)),
    [false, true, true, true, false],
  )
  const nap = { from: '13:10', to: '14:25' }
  assert.deepEqual(
    ['13:09:59', '13:10:00', '14:24:59', '14:25:00'].map((time) => quiet(time, nap)),
    [false, true, true, false],
  )
  assert.equal(quiet('12:00:00', { from: '12:00', to: '12:00' }), false)
})

test('quiet hours that span midnight end at 07:00 local time, even in time zones with half-hour or quarter-hour offsets', () => {
  assert.equal(ends('2026-11-21T20:00:00Z', 'Europe/Berlin'), '2026-11-22T06:00:00.000Z')
  assert.equal(ends('2026-11-22T05:59:59.999Z', 'Europe/Berlin'), '2026-11-22T06:00:00.000Z')
  assert.equal(ends('2026-11-21T16:03:07.250Z', 'Asia/Kathmandu'), '2026-11-22T01:15:00.000Z')
  assert.equal(ends('2026-11-21T19:00:00Z', 'Asia/Kolkata'), '2026-11-22T01:30:00.000Z')
  assert.equal(
    ends('2026-06-01T13:11:30Z', 'UTC', { from: '13:10', to: '14:25' }),
    '2026-06-01T14:25:00.000Z',
  )
  assert.equal(ends('2026-06-01T12:00:00.123Z', 'UTC'), '2026-06-01T12:00:00.123Z')
})

test('quiet hours are an hour shorter when the clocks go forward and an hour longer when they go back', () => {
  // The clocks change in Berlin on 29 March 2026 (02:00 → 03:00) and 25 October 2026 (03:00 → 02:00), and in
  // New York on 8 March and 1 November.
  assert.equal(ends('2026-03-28T20:00:00Z', 'Europe/Berlin'), '2026-03-29T05:00:00.000Z')
  assert.equal(ends('2026-10-24T19:00:00Z', 'Europe/Berlin'), '2026-10-25T06:00:00.000Z')
  assert.equal(ends('2026-03-08T02:00:00Z', 'America/New_York'), '2026-03-08T11:00:00.000Z')
  assert.equal(ends('2026-11-01T01:00:00Z', 'America/New_York'), '2026-11-01T12:00:00.000Z')
  // Lord Howe Island changes its clocks by half an hour.
  assert.equal(ends('2026-10-03T12:00:00Z', 'Australia/Lord_Howe'), '2026-10-03T20:00:00.000Z')
})

test('quiet hours that end at 02:30 end correctly on days when the clocks skip or repeat 02:30', () => {
  const early = { from: '22:00', to: '02:30' }
  // When the clocks go forward, 02:30 does not exist, and 03:00 is the first moment after the change.
  assert.equal(ends('2026-03-28T23:00:00Z', 'Europe/Berlin', early), '2026-03-29T01:00:00.000Z')
  // When the clocks go back, 02:30 occurs twice.
  assert.equal(ends('2026-10-24T22:00:00Z', 'Europe/Berlin', early), '2026-10-25T00:30:00.000Z')
  assert.equal(ends('2026-10-25T01:10:00Z', 'Europe/Berlin', early), '2026-10-25T01:30:00.000Z')
})

test('the computed end of quiet hours is never within quiet hours, for any time zone, range and current time', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe']
  for (const zone of zones)
    for (let n = 0; n < 400; n += 1) {
      const from = new Date(Date.UTC(2026, 0, 1) + n * 79_531_337)
      const hours = { from: `${10 + (n % 14)}:${10 + (n % 50)}`, to: `0${n % 10}:${10 + ((n * 7) % 50)}` }
      const end = findQuietHoursEnd(from, zone, hours)
      assert.ok(end >= from && !isWithinQuietHours(end, zone, hours), `${zone} ${from.toISOString()}`)
      if (end > from)
        assert.ok(isWithinQuietHours(new Date(end.getTime() - 1), zone, hours), `${zone}: too late`)
    }
})

test('there are no quiet hours in an unknown time zone', () => {
  for (const zone of ['', 'Mars/Olympus', 'Europe/Berlin; drop table'])
    assert.equal(isWithinQuietHours(at('2026-11-21T23:00:00Z'), zone, night), false)
  assert.equal(ends('2026-11-21T23:00:00.000Z', 'Mars/Olympus'), '2026-11-21T23:00:00.000Z')
})
