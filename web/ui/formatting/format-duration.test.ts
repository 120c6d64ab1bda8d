import assert from 'node:assert/strict'
import test from 'node:test'
import { formatDuration, formatSpokenDuration } from './format-duration.ts'

test('omits the hours from durations of less than an hour', () => {
  assert.equal(formatDuration(7.9), '0:07')
  assert.equal(formatDuration(750), '12:30')
  assert.equal(formatDuration(3723), '1:02:03')
})

test('shows an unknown duration as 0:00', () => {
  assert.equal(formatDuration(Number.NaN), '0:00')
  assert.equal(formatDuration(Infinity), '0:00')
  assert.equal(formatSpokenDuration(Number.NaN), '0 seconds')
})

test('spells out a duration for screen readers', () => {
  assert.equal(formatSpokenDuration(3723), '1 hour 2 minutes 3 seconds')
  assert.equal(formatSpokenDuration(60), '1 minute')
})
