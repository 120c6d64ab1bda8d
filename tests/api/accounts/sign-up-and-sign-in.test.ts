import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { completeSocialSignUp, signIn, signOut, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { changePassword } from '#contract/auth/passwords.ts'
import { getProfile } from '#contract/people/profiles.ts'
import { confirmEmail } from '#contract/auth/sign-in.ts'
import { db } from '#server/platform/db/db.ts'
import type { ApiCallError } from '#web/api/api-client.ts'
import { validPassword, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

const form = (name: string, over: object = {}) => ({
  body: {
    full_name: `${name} Lovelace`,
    email: `${name}@example.com`,
    age: 16,
    username: name,
    password: validPassword,
    terms: true as const,
    ...over,
  },
})

test('the name, email address and age from sign-up are shown only to the new user', async () => {
  const ada = testApp.anonymousUser()
  assert.deepEqual(await ada.call(signUp, form('ada')), { signed_in: true, shown_as: 'minor_username' })
  const { me } = await ada.call(getSession, {})
  assert.equal(me?.username, 'ada')
  assert.equal(me?.full_name, 'ada Lovelace')

  const response = await testApp.anonymousUser().fetch('/api/profiles/ADA')
  const text = await response.text()
  assert.equal(response.status, 200)
  for (const secret of ['Lovelace', 'example.com', 'minor', '"age"'])
    assert.ok(!text.includes(secret), secret)
  assert.ok(!Object.values(JSON.parse(text) as object).includes(16))
})

test('signing up stores every field of the form, and whether the user is a minor', async () => {
  const kept = async (name: string, over: object) => {
    const person = testApp.anonymousUser()
    await person.call(signUp, form(name, over))
    const { me } = await person.call(getSession, {})
    const row = await db
      .selectFrom('profiles')
      .innerJoin('private_details', 'private_details.user_id', 'profiles.user_id')
      .select(['username', 'full_name', 'first_name', 'age', 'is_minor', 'display_name_mode'])
      .select(['marketing', 'terms_version', 'profiles.display_name', 'profiles.is_private'])
      .where('profiles.user_id', '=', me!.id)
      .executeTakeFirstOrThrow()
    return Object.values(row)
  }
  const by = { first_name: 'Flo', display_name_mode: 'full_name', marketing: true }
  assert.deepEqual(await kept('flo', { ...by, age: 19 }), [
    'flo',
    'flo Lovelace',
    'Flo',
    19,
    false,
    'full_name',
    true,
    '2.0',
    'flo Lovelace',
    false,
  ])
  assert.deepEqual(await kept('ian', { ...by, age: 17, first_name: undefined, marketing: undefined }), [
    'ian',
    'ian Lovelace',
    null,
    17,
    true,
    'username',
    false,
    '2.0',
    '',
    false,
  ])
})

test('only adults can choose to show their full name', async () => {
  const wanted = { age: 18, display_name_mode: 'full_name' as const }
  assert.equal(
    (await testApp.anonymousUser().call(signUp, form('grown', wanted))).shown_as,
    'adult_full_name',
  )
  assert.equal(
    (await testApp.anonymousUser().call(signUp, form('quiet', { age: 19 }))).shown_as,
    'adult_username',
  )
  assert.equal(
    (await testApp.anonymousUser().call(getProfile, { params: { username: 'grown' } })).display_name,
    'grown Lovelace',
  )

  await testApp.anonymousUser().call(signUp, form('eager', { ...wanted, age: 17 }))
  assert.equal(
    (await testApp.anonymousUser().call(getProfile, { params: { username: 'eager' } })).display_name,
    'eager',
  )
})

test('each invalid sign-up field gets the error message from the specification', async () => {
  const nobody = testApp.anonymousUser()
  await testApp.signUpMember('Somebody')
  const cases: [object, string][] = [
    [{ username: 'sOMEBODY' }, '409 Username taken / Please choose another username.'],
    [{ username: 'a b' }, '422 Invalid username / Use 3–20 characters: letters, numbers, or underscores.'],
    [{ username: 'ab' }, '422 Invalid username / Use 3–20 characters: letters, numbers, or underscores.'],
    [
      { username: 'x'.repeat(21) },
      '422 Invalid username / Use 3–20 characters: letters, numbers, or underscores.',
    ],
    [
      { username: undefined },
      '422 Invalid username / Use 3–20 characters: letters, numbers, or underscores.',
    ],
    [{ age: undefined }, '422 Age restriction / Only users aged 13–19 can create an account.'],
    [{ age: 12 }, '422 Age restriction / Only users aged 13–19 can create an account.'],
    [{ age: 20 }, '422 Age restriction / Only users aged 13–19 can create an account.'],
    [{ age: '16' }, '422 Age restriction / Only users aged 13–19 can create an account.'],
    [{ password: '12345' }, '422 Signup failed / Please use at least 6 characters.'],
    [{ password: undefined }, '422 Signup failed / Please use at least 6 characters.'],
    [{ email: undefined }, '422 Signup failed / Please enter a valid email address.'],
    [{ password: 'password' }, '422 Weak password / This password is too common. Please choose another.'],
    [
      { password: 'NEWCOMER', username: 'newcomer' },
      '422 Weak password / This password is too common. Please choose another.',
    ],
    [
      { password: 'password', username: 'new_lovelace', advise: true },
      '422 Weak password / This password is too common. Please choose another.',
    ],
    [{ terms: false }, '422 Signup failed / Please accept the terms.'],
    [{ email: 'nope' }, '422 Signup failed / Please enter a valid email address.'],
    [{ full_name: '  ' }, '422 Signup failed / Please enter your full name.'],
  ]
  for (const [over, expected] of cases)
    assert.equal(
      await expectApiError(nobody.call(signUp, form('newcomer', over) as never)),
      expected,
      JSON.stringify(over),
    )
  for (const age of [13, 19])
    await testApp
      .anonymousUser()
      .call(signUp, form(`aged_${age}_and_20_long`.padEnd(20, '_'), { age, password: 'kite77' }))
})

test('signing in requires an email address and a password', async () => {
  await testApp.signUpMember('needs')
  const sign = (body: object) => expectApiError(testApp.anonymousUser().call(signIn, { body } as never))
  for (const body of [
    { password: validPassword },
    { email: 'needs@example.com' },
    { email: '', password: validPassword },
    { email: 'needs@example.com', password: '' },
  ])
    assert.match(await sign(body), /^422 Sign In Failed|^401 Sign In Failed/, JSON.stringify(body))
})

test('only one of fifty concurrent sign-ups with the same username succeeds', async () => {
  const tries = Array.from({ length: 50 }, (_, n) =>
    testApp
      .anonymousUser()
      .call(
        signUp,
        form('wanted', { email: `wanted${n}@example.com`, username: n % 2 ? 'Wanted' : 'wanted' }),
      )
      .then(
        () => 'joined',
        (error: ApiCallError) => error.code,
      ),
  )
  const results = await Promise.all(tries)
  assert.equal(results.filter((result) => result === 'joined').length, 1)
  assert.equal(results.filter((result) => result === 'username_taken').length, 49)
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where(({ eb, fn }) => eb(fn('lower', ['username']), '=', 'wanted'))
    .execute()
  assert.equal(rows.length, 1)
  const users = await db.selectFrom('users').select('id').where('email', 'like', 'wanted%').execute()
  assert.equal(users.length, 1, 'losers leave nothing behind')
})

test('a wrong password and an unknown email address get the same response', async () => {
  await testApp.signUpMember('grace')
  const sign = (email: string) =>
    expectApiError(testApp.anonymousUser().call(signIn, { body: { email, password: 'wrong-password' } }))
  assert.equal(await sign('grace@example.com'), '401 Sign In Failed / The email or password is incorrect.')
  assert.equal(await sign('nobody@example.com'), await sign('grace@example.com'))
})

test('“remember me” keeps the session cookie for 30 days instead of until the browser closes', async () => {
  await testApp.signUpMember('linus')
  const cookieOf = async (remember: boolean) => {
    const response = await testApp.anonymousUser().fetch('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'linus@example.com', password: validPassword, remember }),
    })
    return response.headers.getSetCookie().find((line) => line.startsWith('session='))!
  }
  const kept = await cookieOf(true)
  assert.match(kept, /Max-Age=2592000/)
  assert.match(kept, /HttpOnly/)
  assert.match(kept, /SameSite=Lax/i)
  assert.doesNotMatch(await cookieOf(false), /Max-Age|Expires/i)
})

test('signing out ends only the current session', async () => {
  const bob = await testApp.signUpMember('bob')
  const elsewhere = testApp.anonymousUser()
  await elsewhere.call(signIn, { body: { email: 'bob@example.com', password: validPassword } })
  const cookies = new Map(bob.cookies)
  await bob.call(signOut, {})
  assert.equal((await bob.call(getSession, {})).me, null)
  for (const [name, value] of cookies) bob.cookies.set(name, value)
  assert.equal((await bob.call(getSession, {})).me, null, 'the old cookie is worth nothing')
  assert.equal((await elsewhere.call(getSession, {})).me?.username, 'bob', 'signed in elsewhere, still')
})

test('a request with a tampered session cookie is treated as signed out', async () => {
  const eve = await testApp.signUpMember('eve')
  const value = eve.cookies.get('session')!
  eve.cookies.set('session', value.replace(/\.[^.]*$/, `.${'A'.repeat(43)}%3D`))
  assert.equal((await eve.call(getSession, {})).me, null)
})

test('following the link in the confirmation email confirms the address', async () => {
  const ann = await testApp.signUpMember('ann')
  const link = extractFirstLink(await waitForEmail(testApp, 'ann@example.com', 'Confirm'))
  assert.equal(link.pathname, '/confirm-email')
  assert.equal((await ann.call(getSession, {})).me?.email_confirmed, false)
  await ann.call(confirmEmail, { body: { token: link.searchParams.get('token')! } })
  assert.equal((await ann.call(getSession, {})).me?.email_confirmed, true)
})

test('a sign-up with Google or Apple is incomplete until the user gives an age and a username and accepts the terms', async () => {
  await testApp.signUpMember('first')
  const sam = await testApp.signUpMember('sam')
  await db.deleteFrom('profiles').where('user_id', '=', sam.id).execute()
  await db.deleteFrom('private_details').where('user_id', '=', sam.id).execute()
  const early = await sam.call(getSession, {})
  assert.deepEqual([early.me, early.unfinished], [null, true])
  assert.match(
    await expectApiError(sam.call(changePassword, { body: { password: 'something-else-1' } })),
    /^401/,
  )

  const details = { full_name: 'Sam S', age: 17, username: 'First', terms: true as const }
  assert.match(await expectApiError(sam.call(completeSocialSignUp, { body: details })), /^409 Username taken/)
  await sam.call(completeSocialSignUp, { body: { ...details, username: 'sam_again' } })
  const now = await sam.call(getSession, {})
  assert.deepEqual([now.me?.username, now.unfinished], ['sam_again', false])
  assert.match(
    await expectApiError(sam.call(completeSocialSignUp, { body: { ...details, username: 'twice' } })),
    /^401/,
  )
})

test('database constraints reject accounts with an impossible age or an invalid username', async () => {
  const { id } = await testApp.signUpMember('dbcheck')
  const change = (values: object) =>
    db.updateTable('profiles').set(values).where('user_id', '=', id).execute()
  await assert.rejects(change({ display_name_mode: 'full_name' }), /minors_by_username/)
  await assert.rejects(change({ username: 'a' }), /check constraint/)
  await assert.rejects(
    db.updateTable('private_details').set({ age: 20 }).where('user_id', '=', id).execute(),
    /check constraint/,
  )
})
