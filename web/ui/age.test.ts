import assert from 'node:assert/strict'
import test from 'node:test'
import { age, spokenAge } from './age.ts'

const now = Date.parse('2026-05-20T12:00:00Z')
const before = (seconds: number) => new Date(now - seconds * 1000)

test('an age is one number and one unit, rounded down', () => {
  assert.equal(age(before(12), now), 'now')
  assert.equal(age(before(59), now), 'now')
  assert.equal(age(before(60), now), '1 min')
  assert.equal(age(before(3 * 3600 + 3500), now), '3 h')
  assert.equal(age(before(3 * 86_400 + 80_000), now), '3 d')
  assert.equal(age(before(15 * 86_400), now), '2 w')
  assert.equal(age(before(65 * 86_400), now), '2 mo')
  assert.equal(age('2024-01-01T00:00:00Z', now), '2 y')
})

test('a clock that runs a little ahead never shows a negative age', () => {
  assert.equal(age(before(-30), now), 'now')
})

test('an age is spoken in full words', () => {
  assert.equal(spokenAge(before(86_400), now), '1 day ago')
  assert.equal(spokenAge(before(2 * 3600), now), '2 hours ago')
  assert.equal(spokenAge(before(1), now), 'just now')
})
