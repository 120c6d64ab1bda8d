import assert from 'node:assert/strict'
import test from 'node:test'
import { usernamePattern } from '#contract/limits.ts'
import { generateUsernameFromText, generateUsername, withRandomSuffix } from './generated-usernames.ts'

test('generates usernames such as sky_otter_482 that match the username pattern', () => {
  for (let n = 0; n < 200; n += 1) {
    const handle = generateUsername()
    assert.match(handle, usernamePattern)
    assert.match(handle, /^[a-z]+_[a-z]+_\d{3}$/)
  }
})

test('turns a name or an email address into a valid username', () => {
  assert.equal(generateUsernameFromText('Zoë Brontë'), 'Zoe_Bronte')
  assert.equal(generateUsernameFromText('mary.jane+films'), 'mary_jane_films')
  assert.equal(generateUsernameFromText('Wolfeschlegelsteinhausenbergerdorff'), 'Wolfeschlegelsteinha')
  assert.equal(generateUsernameFromText('李小龍'), null)
  assert.equal(generateUsernameFromText('a.'), null)
})

test('a username with a random suffix matches the username pattern', () => {
  assert.match(withRandomSuffix('Wolfeschlegelsteinha'), usernamePattern)
  assert.match(withRandomSuffix('abc'), /^abc_\d{4}$/)
})
