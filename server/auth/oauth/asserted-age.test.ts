import assert from 'node:assert/strict'
import test from 'node:test'
import { parseAssertedAge } from './asserted-age.ts'

const now = new Date('2026-03-01T12:00:00Z')

test('computes the age from a date of birth', () => {
  assert.equal(parseAssertedAge('2013-03-01', now), 13)
  assert.equal(parseAssertedAge('2013-03-02', now), 12)
  assert.equal(parseAssertedAge('2012-02-29', now), 14)
})

test('reads an age in whole years', () => {
  assert.equal(parseAssertedAge(16, now), 16)
  assert.equal(parseAssertedAge('16', now), 16)
})

test('returns null if the claim does not state an age', () => {
  for (const claim of [
    undefined,
    null,
    '',
    '2010',
    '0000-05-06',
    '2013-02-30',
    '2030-01-01',
    15.5,
    -3,
    true,
    {},
  ])
    assert.equal(parseAssertedAge(claim, now), null, String(claim))
})
