import assert from 'node:assert/strict'
import test from 'node:test'
import { formatTimeAgo, formatSpokenTimeAgo } from './time-ago.ts'

const now = Date.parse('2026-05-20T12:00:00Z')
const secondsBeforeNow = (seconds: number) => new Date(now - seconds * 1000)

test('formats elapsed time as one number and one unit, rounded down', () => {
  assert.equal(formatTimeAgo(secondsBeforeNow(12), now), 'now')
  assert.equal(formatTimeAgo(secondsBeforeNow(59), now), 'now')
  assert.equal(formatTimeAgo(secondsBeforeNow(60), now), '1 min ago')
  assert.equal(formatTimeAgo(secondsBeforeNow(3 * 3600 + 3500), now), '3 h ago')
  assert.equal(formatTimeAgo(secondsBeforeNow(3 * 86_400 + 80_000), now), '3 d ago')
  assert.equal(formatTimeAgo(secondsBeforeNow(15 * 86_400), now), '2 w ago')
  assert.equal(formatTimeAgo(secondsBeforeNow(65 * 86_400), now), '2 mo ago')
  assert.equal(formatTimeAgo('2024-01-01T00:00:00Z', now), '2 y ago')
})

test('never shows a negative elapsed time if a clock is slightly ahead', () => {
  assert.equal(formatTimeAgo(secondsBeforeNow(-30), now), 'now')
})

test('spells out elapsed time for screen readers', () => {
  assert.equal(formatSpokenTimeAgo(secondsBeforeNow(86_400), now), '1 day ago')
  assert.equal(formatSpokenTimeAgo(secondsBeforeNow(2 * 3600), now), '2 hours ago')
  assert.equal(formatSpokenTimeAgo(secondsBeforeNow(1), now), 'just now')
})
