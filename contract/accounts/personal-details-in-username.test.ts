import assert from 'node:assert/strict'
import test from 'node:test'
import { hasPersonalDetailsInUsername } from './personal-details-in-username.ts'

const lena = { full_name: 'Lena Marie Möller', email: 'lena.moller07@example.com' }

test('flags a username that contains the user’s family name, email address or phone number', () => {
  for (const name of ['lena_moller', 'Moller', 'LenaMarieMoller', 'lenamoller07', 'call5550134477'])
    assert.equal(hasPersonalDetailsInUsername(name, lena), true, name)
})

test('allows usernames made of first names, nicknames and years', () => {
  for (const name of ['lena', 'lena_2011', 'sky_otter_482', 'marie_sings', 'lm_07', 'lee'])
    assert.equal(hasPersonalDetailsInUsername(name, lena), false, name)
  assert.equal(
    hasPersonalDetailsInUsername('ada', { full_name: 'Ada Example', email: 'ada@example.com' }),
    false,
  )
  assert.equal(
    hasPersonalDetailsInUsername('leesings', { full_name: 'Ann Lee', email: 'a@example.com' }),
    false,
  )
})
