import assert from 'node:assert/strict'
import test from 'node:test'
import { usernamePattern } from '#contract/limits.ts'
import { handleFrom, neutralHandle, numbered } from './handles.ts'

test('a made-up handle fits the pattern and looks like sky_otter_482', () => {
  for (let n = 0; n < 200; n += 1) {
    const handle = neutralHandle()
    assert.match(handle, usernamePattern)
    assert.match(handle, /^[a-z]+_[a-z]+_\d{3}$/)
  }
})

test('a name or address is made to fit the pattern of usernames', () => {
  assert.equal(handleFrom('Zoë Brontë'), 'Zoe_Bronte')
  assert.equal(handleFrom('mary.jane+films'), 'mary_jane_films')
  assert.equal(handleFrom('Wolfeschlegelsteinhausenbergerdorff'), 'Wolfeschlegelsteinha')
  assert.equal(handleFrom('李小龍'), null)
  assert.equal(handleFrom('a.'), null)
})

test('a number behind a handle keeps it within the pattern', () => {
  assert.match(numbered('Wolfeschlegelsteinha'), usernamePattern)
  assert.match(numbered('abc'), /^abc_\d{4}$/)
})
