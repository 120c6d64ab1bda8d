import assert from 'node:assert/strict'
import test from 'node:test'
import { transcodePriority } from './complete-upload.ts'

const [clip, film] = [2 ** 20, 2 ** 30]
const hour = 3600_000
const now = Date.UTC(2026, 10, 22)

test('a short clip overtakes a long video queued an hour earlier, but not one queued two hours earlier', () => {
  assert.ok(transcodePriority(clip, now + hour) > transcodePriority(film, now))
  assert.ok(transcodePriority(clip, now + 2 * hour) < transcodePriority(film, now))
})

test("the job priority fits the queue's integer column, even for the largest upload", () => {
  assert.ok(transcodePriority(3000 * clip, Date.UTC(2100, 0, 1)) > -(2 ** 31))
  assert.ok(Number.isInteger(transcodePriority(12_345_678, now)))
})
