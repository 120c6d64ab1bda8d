import assert from 'node:assert/strict'
import test from 'node:test'
import { timeLeft } from './time-left.ts'

test('time left is told in the size people think in', () => {
  assert.equal(timeLeft(3), 'a few seconds')
  assert.equal(timeLeft(31), 'about 40 s')
  assert.equal(timeLeft(61), 'about 2 min')
  assert.equal(timeLeft(5400), 'about 1.5 h')
})
