import assert from 'node:assert/strict'
import test from 'node:test'
import { formatTrimTime, setTrimEnd, setTrimStart, parseTrimTime } from './trim-times.ts'

test('formats a position with hundredths of a second', () => {
  assert.deepEqual([0, 2.5, 59.996, 62.04, 3602.5].map(formatTrimTime), [
    '0:00.00',
    '0:02.50',
    '1:00.00',
    '1:02.04',
    '1:00:02.50',
  ])
})

test('parses typed times and rejects other text', () => {
  assert.deepEqual(['12.5', '0:12,5', ' 1:02 ', '1:00:02.04'].map(parseTrimTime), [12.5, 12.5, 62, 3602.04])
  assert.deepEqual(['', 'soon', '1:2:3:4', '-1', '1.2.3'].map(parseTrimTime), [null, null, null, null, null])
})

test('keeps the selection inside the video and at least one second long', () => {
  const range = { start: 2, end: 5 }
  assert.deepEqual(
    [-1, 3.2, 9].map((to) => setTrimStart(range, to).start),
    [0, 3.2, 4],
  )
  assert.deepEqual(
    [0, 4.5, 99].map((to) => setTrimEnd(range, to, 10.0213).end),
    [3, 4.5, 10.0213],
  )
})
