import assert from 'node:assert/strict'
import test from 'node:test'
import { clock, spokenClock } from './clock.ts'

test('a clock shows hours only when there are some', () => {
  assert.equal(clock(7.9), '0:07')
  assert.equal(clock(750), '12:30')
  assert.equal(clock(3723), '1:02:03')
})

test('a length not yet known reads 0:00', () => {
  assert.equal(clock(Number.NaN), '0:00')
  assert.equal(clock(Infinity), '0:00')
  assert.equal(spokenClock(Number.NaN), '0 seconds')
})

test('a clock is spoken in words', () => {
  assert.equal(spokenClock(3723), '1 hour 2 minutes 3 seconds')
  assert.equal(spokenClock(60), '1 minute')
})
