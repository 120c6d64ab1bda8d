import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { signIn, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { changePassword, sendPasswordResetEmail, resetPassword } from '#contract/auth/passwords.ts'
import {
  argon2Parameters,
  hashPassword,
  needsRehash,
  verifyPassword,
} from '#server/auth/passwords/password-hash.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listSentEmails, waitForEmail } from '#tests/support/app/sent-emails.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { backdateSessions } from '#tests/support/fixtures/backdate-accounts.ts'
import { scryptHashOfValidPassword } from '#tests/support/fixtures/scrypt-password-hash.ts'

// The test application lowers the cost of password hashes when it starts, so the production parameters are
// copied first.
const productionParameters = { ...argon2Parameters }

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ working: true })
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

const signInWith = (password: string, name = 'ada') =>
  testApp.anonymousUser().call(signIn, { body: { email: `${name}@example.com`, password } })

test('passwords are accepted exactly as typed', async () => {
  const odd = [
    'onlyletters',
    '  blanks at both ends  ',
    'пароль из слов 🦦🦦',
    'x'.repeat(64) + 'y'.repeat(64),
  ]
  for (const password of odd) {
    await ada.call(changePassword, { body: { password } })
    assert.equal((await signInWith(password)).me.username, 'ada')
    assert.match(
      await expectApiError(signInWith([...password].slice(0, -1).join(''))),
      /^401/,
      'a shortened password was accepted',
    )
    assert.match(await expectApiError(signInWith(password.toUpperCase() + '!')), /^401/)
  }
  const tooLong = ada.call(changePassword, { body: { password: 'x'.repeat(129) } })
  assert.match(await expectApiError(tooLong), /^422/, 'what is too long is refused, not cut')
})

test('rejects common passwords, the user’s email address, and passwords based on the site’s name or a staff role', async () => {
  for (const password of [
    'password123',
    'qwertyuiop',
    'aaaaaaaaaa',
    'ada@example.com',
    'Afterbell2026!',
    'admin-12345',
  ])
    assert.match(
      await expectApiError(ada.call(changePassword, { body: { password } })),
      /^422 Weak/i,
      password,
    )
  const joining = {
    full_name: 'B B',
    username: 'new_bee',
    email: 'bee@example.com',
    age: 17,
    terms: true as const,
  }
  const weak = testApp.anonymousUser().call(signUp, { body: { ...joining, password: '123456' } })
  assert.match(await expectApiError(weak), /^422 Weak/i)
})

test('rejects passwords from the operator’s list of breached passwords', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-breached-'))
  t.after(async () => {
    config.breachedPasswordsFile = undefined
    await rm(folder, { recursive: true })
  })
  const password = 'kayak-harbour-43'
  config.breachedPasswordsFile = join(folder, 'hashes.txt')
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  await writeFile(config.breachedPasswordsFile, `${'0'.repeat(40)}:9\r\n${hash}:3\r\n${'F'.repeat(40)}:1\r\n`)
  assert.match(await expectApiError(ada.call(changePassword, { body: { password } })), /^422 Weak/i)
  await ada.call(changePassword, { body: { password: validPassword } })
})

test('stores salted Argon2id hashes and upgrades older hashes at the next sign-in', async () => {
  Object.assign(argon2Parameters, productionParameters)
  const [one, other] = [await hashPassword('kayak'), await hashPassword('kayak')]
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one, other)
  assert.ok(await verifyPassword({ hash: one, password: 'kayak' }))
  assert.ok(!(await verifyPassword({ hash: one, password: 'Kayak' })))

  const bea = await testApp.signUpMember('bea')
  const old = scryptHashOfValidPassword
  await db.updateTable('sign_in_methods').set({ password: old }).where('user_id', '=', bea.id).execute()
  assert.match(await expectApiError(signInWith('wrong-password-1', 'bea')), /^401/)
  assert.equal(await hashOf(bea), old, 'a wrong password changes nothing')
  await signInWith(validPassword, 'bea')
  assert.ok(!needsRehash(await hashOf(bea)))
  await signInWith(validPassword, 'bea')
})

test('a scrypt hash from an earlier release matches the password typed with or without a ligature', async () => {
  const hash =
    'c1f3998745a76ba147c79ce15a30ca03:79666a894761a063346d5d208810173f096a70eae6b50f2afc823cd16b055e2af23f614279a1debc930429567ec034ffbf9465c3350ef8c1b61a20c5a55a3e30'
  for (const password of ['Kaffee ﬁn 42', 'Kaffee fin 42'])
    assert.ok(await verifyPassword({ hash, password }))
  for (const password of ['Kaffee fin 43', 'kaffee fin 42', ''])
    assert.ok(!(await verifyPassword({ hash, password })))
})

test('setting a first password requires a recent sign-in', async () => {
  const cleo = await testApp.signUpMember('cleo')
  await db.deleteFrom('sign_in_methods').where('user_id', '=', cleo.id).execute()
  await backdateSessions(cleo)
  const set = (current_password?: string) =>
    cleo.call(changePassword, {
      body: { password: 'another-kayak-7', ...(current_password && { current_password }) },
    })
  assert.match(await expectApiError(set()), /^422/)
  assert.match(await expectApiError(set('anything at all')), /^403 Sign in again/)
})

test('a password reset link works only once, and using it ends every session', async () => {
  const mary = await testApp.signUpMember('mary')
  await testApp.anonymousUser().call(sendPasswordResetEmail, { body: { email: 'mary@example.com' } })
  await testApp.anonymousUser().call(sendPasswordResetEmail, { body: { email: 'nobody-at-all@example.com' } })
  const sentEmail = await waitForEmail(testApp, 'mary@example.com', 'Choose a new password')
  const token = new URL(/http\S+/.exec(sentEmail.text)![0]).searchParams.get('token')!
  assert.equal(
    await expectApiError(
      testApp.anonymousUser().call(resetPassword, { body: { token, password: 'short12' } }),
    ),
    '422 Password too short / Please use at least 8 characters.',
  )
  await testApp.anonymousUser().call(resetPassword, { body: { token, password: 'quite-another-77' } })
  assert.match(
    await expectApiError(
      testApp.anonymousUser().call(resetPassword, { body: { token, password: 'and-once-more-78' } }),
    ),
    /expired or was already used/,
  )
  assert.equal((await mary.call(getSession, {})).me, null)
  await testApp
    .anonymousUser()
    .call(signIn, { body: { email: 'mary@example.com', password: 'quite-another-77' } })
  assert.ok(!(await listSentEmails(testApp)).some(({ to }) => to === 'nobody-at-all@example.com'))
})

test('changing the password ends the other sessions', async () => {
  const here = await testApp.signUpMember('tim')
  const there = testApp.anonymousUser()
  await there.call(signIn, { body: { email: 'tim@example.com', password: validPassword } })
  await here.call(changePassword, { body: { password: 'a-new-secret-1' } })
  assert.ok((await here.call(getSession, {})).me)
  assert.equal((await there.call(getSession, {})).me, null)

  await db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 16 * 60_000) } as never)
    .where('user_id', '=', here.id)
    .execute()
  assert.match(
    await expectApiError(here.call(changePassword, { body: { password: 'a-new-secret-2' } })),
    /Enter your current password/,
  )
  assert.match(
    await expectApiError(
      here.call(changePassword, { body: { password: 'a-new-secret-2', current_password: 'no' } }),
    ),
    /current password is incorrect/,
  )
  await here.call(changePassword, {
    body: { password: 'a-new-secret-2', current_password: 'a-new-secret-1' },
  })
})

async function hashOf(person: TestUser): Promise<string> {
  const row = await db
    .selectFrom('sign_in_methods')
    .select('password')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return row.password!
}
