import assert from 'node:assert/strict'
import test from 'node:test'
import { priorityOf } from './complete.ts'

const [clip, film] = [2 ** 20, 2 ** 30]
const hour = 3600_000
const now = Date.UTC(2026, 10, 22)

test('a clip passes a film that came before it, but not one that came long before', () => {
  assert.ok(priorityOf(clip, now + hour) > priorityOf(film, now))
  assert.ok(priorityOf(clip, now + 2 * hour) < priorityOf(film, now))
})

test('the number fits where the queue keeps it, for the largest upload too', () => {
  assert.ok(priorityOf(3000 * clip, Date.UTC(2100, 0, 1)) > -(2 ** 31))
  assert.ok(Number.isInteger(priorityOf(12_345_678, now)))
})
