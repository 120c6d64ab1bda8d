import assert from 'node:assert/strict'
import test from 'node:test'
import { roundViewerCount } from './round-viewer-count.ts'

test('rounds the number of viewers down, and returns null below 10', () => {
  const expected = [
    [0, null],
    [9, null],
    [10, 10],
    [19, 10],
    [20, 20],
    [49, 20],
    [50, 50],
    [99, 50],
    [100, 100],
    [499, 200],
    [1999, 1000],
    [7300, 5000],
  ] as const
  for (const [viewers, rounded] of expected) assert.equal(roundViewerCount(viewers), rounded, `${viewers}`)
})
