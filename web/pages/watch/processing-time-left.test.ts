import assert from 'node:assert/strict'
import test from 'node:test'
import { formatProcessingTimeLeft } from './processing-time-left.ts'

test('formats the remaining processing time in suitable units', () => {
  assert.equal(formatProcessingTimeLeft(3), 'a few seconds')
  assert.equal(formatProcessingTimeLeft(31), 'about 40 s')
  assert.equal(formatProcessingTimeLeft(61), 'about 2 min')
  assert.equal(formatProcessingTimeLeft(5400), 'about 1.5 h')
})
