import assert from 'node:assert/strict'
import test from 'node:test'
import { parseAdBreakTimes, formatAdBreakTimes } from './ad-break-times.ts'

test('parses ad break times in common notations', () => {
  assert.deepEqual(parseAdBreakTimes('0, 0:30,90 1:05:00; 12.5'), [0, 30, 90, 3900, 12.5])
  assert.deepEqual(parseAdBreakTimes('  '), [])
  for (const wrong of ['soon', '-1', '1:2:3:4', '0, x', '1e3', '0:'])
    assert.equal(parseAdBreakTimes(wrong), null, wrong)
})

test('formats ad break times in a notation that can be parsed again', () => {
  assert.equal(formatAdBreakTimes([0, 30, 90.5, 3900]), '0:00, 0:30, 1:30.5, 1:05:00')
  assert.deepEqual(
    parseAdBreakTimes(formatAdBreakTimes([0, 59.999, 3599, 86_400])),
    [0, 59.999, 3599, 86_400],
  )
})
