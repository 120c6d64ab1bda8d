/*
 * Tests two-factor authentication, which is optional. Once two-factor authentication is on, one factor alone
 * is never enough to sign in, and no code works twice.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { signIn, signOut } from '#contract/accounts/accounts.ts'
import { authAndContactRateLimits } from '#contract/limits.ts'
import {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  deleteTwoFactor,
  getPendingSignIn,
  getTwoFactorStatus,
  createRecoveryCodes,
  signInWithCode,
} from '#contract/auth/two-factor.ts'
import { requestSignInLink, createAccessToken, signInWithLink } from '#contract/auth/sign-in.ts'
import { consumeAttempts } from '#server/rate-limits/login-throttle.ts'
import { deleteExpiredSignIns } from '#server/auth/expired-sign-ins.ts'
import { db } from '#server/platform/db/db.ts'
import { addPasskeyToAccount, signInTestUserWithPasskey } from '#tests/support/clients/passkey-ceremonies.ts'
import { computeTotpCode } from '#tests/support/clients/totp.ts'
import { backdateSessions } from '#tests/support/fixtures/backdate-accounts.ts'
import {
  confirmUserEmail,
  getTestCredentials,
  validPassword,
  type TestApp,
  fetchUsername,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'
import { waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  simulateProviderCallback,
  startProviderSignIn,
} from '#tests/support/servers/fake-identity-provider.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({
    working: true,
    env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
  })
})
after(() => testApp.close())

const needed = '403 One more step / Enter the code from your authenticator app, or a recovery code.'
const wrong =
  '422 Sign In Failed / This code is incorrect or was already used. Wait until your authenticator app shows a new code, then try again.'

/**
 * Turns on two-factor authentication with the previous 30-second code, because the tests need the current and
 * the next code.
 */
async function signUpWithTwoFactor(name: string, age = 16) {
  const person = await testApp.signUpMember(name, age)
  const { secret, url } = await person.call(beginTwoFactorSetup, { body: {} })
  // If the current 30-second step ends before the request arrives, the previous code is too old, so this
  // function waits for the next step. The pause is 50 ms longer than needed, because a timer can fire a
  // millisecond early.
  const msLeft = 30_000 - (Date.now() % 30_000)
  if (msLeft < 2000) await pause(msLeft + 50)
  const body = { code: await computeTotpCode(secret, -1) }
  const { recovery_codes } = await person.call(confirmTwoFactorSetup, { body })
  return { person, secret, url, recovery_codes }
}

/** Returns a browser that has sent the password and waits for the two-factor code. */
async function startSignIn(name: string): Promise<TestUser> {
  const browser = testApp.anonymousUser()
  assert.equal(await expectApiError(browser.call(signIn, { body: getTestCredentials(name) })), needed)
  return browser
}

const enterCode = (who: TestUser, code: string) => who.call(signInWithCode, { body: { code } })
/** Enters the code of the current time step, or of a later or earlier `step`. */
const enterTotpCode = async (who: TestUser, secret: string, step = 0) =>
  enterCode(who, await computeTotpCode(secret, step))

test('once two-factor authentication is on, each password sign-in requires a code that has not been used before', async () => {
  const { person, secret, url } = await signUpWithTwoFactor('ada')
  assert.match(url, new RegExp(`^otpauth://totp/Afterbell:ada\\?secret=${secret}&issuer=Afterbell`))
  const state = await person.call(getTwoFactorStatus, {})
  assert.deepEqual([state.on_since !== null, state.recovery_left, state.required], [true, 10, false])
  await waitForEmail(testApp, 'ada@example.com', 'Two-step sign-in is on')

  const browser = await startSignIn('ada')
  assert.deepEqual([await fetchUsername(browser), browser.cookies.has('session')], [null, false])
  assert.deepEqual(await browser.call(getPendingSignIn, {}), { waiting: true })
  assert.equal(await expectApiError(enterCode(browser, '000000')), wrong)
  const code = await computeTotpCode(secret)
  assert.equal((await enterCode(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)).me?.username, 'ada')
  assert.equal(await fetchUsername(browser), 'ada')
  assert.deepEqual(await browser.call(getPendingSignIn, {}), { waiting: false })

  const second = await startSignIn('ada')
  assert.equal(await expectApiError(enterCode(second, code)), wrong, 'the same again')
  assert.equal(await expectApiError(enterTotpCode(second, secret, -1)), wrong, 'an older one')
  assert.equal((await enterTotpCode(second, secret, 1)).me?.username, 'ada', 'the next one')
})

test('only one of twenty concurrent requests with the same two-factor code signs in', async () => {
  const { secret } = await signUpWithTwoFactor('race')
  const browser = await startSignIn('race')
  const code = await computeTotpCode(secret)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => {
      const copy = testApp.anonymousUser()
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      return enterCode(copy, code)
    }),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a pending sign-in ends after five wrong codes or ten minutes', async () => {
  const { person, secret } = await signUpWithTwoFactor('ben')
  const browser = await startSignIn('ben')
  const copy = testApp.anonymousUser()
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  await enterTotpCode(browser, secret)
  assert.match(
    await expectApiError(enterTotpCode(copy, secret, 1)),
    /please sign in again|Please sign in again/,
  )

  const guesser = await startSignIn('ben')
  for (let at = 0; at < 5; at += 1)
    assert.equal(await expectApiError(enterCode(guesser, `00000${at}`)), wrong)
  assert.match(await expectApiError(enterTotpCode(guesser, secret, 1)), /Please sign in again/)

  const late = await startSignIn('ben')
  await db.updateTable('pending_sign_ins').set({ expires_at: new Date() }).execute()
  assert.match(await expectApiError(enterTotpCode(late, secret, 1)), /Please sign in again/)
  await deleteExpiredSignIns()
  assert.deepEqual(await db.selectFrom('pending_sign_ins').selectAll().execute(), [])

  await db.deleteFrom('rate_limits').execute()
  for (let at = 0; at < authAndContactRateLimits.code.most; at += 1)
    await consumeAttempts(['code', person.id])
  const tenth = await startSignIn('ben')
  assert.match(await expectApiError(enterTotpCode(tenth, secret, 1)), /^429 Too many attempts/)
  await db.deleteFrom('rate_limits').execute()
})

test('each of the ten recovery codes works once, in upper or lower case, with hyphens or spaces', async () => {
  const { person, recovery_codes } = await signUpWithTwoFactor('cleo')
  assert.equal(new Set(recovery_codes).size, 10)
  for (const code of recovery_codes) assert.match(code, /^[a-z2-9]{5}(-[a-z2-9]{5}){4}$/)
  const kept = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute())
  assert.ok(!recovery_codes.some((code) => kept.includes(code) || kept.includes(code.replaceAll('-', ''))))

  const [first, second] = recovery_codes as [string, string]
  await enterCode(await startSignIn('cleo'), first.toUpperCase().replaceAll('-', ' '))
  await waitForEmail(testApp, 'cleo@example.com', 'recovery code was used')
  assert.equal(await expectApiError(enterCode(await startSignIn('cleo'), first)), wrong)
  assert.equal((await person.call(getTwoFactorStatus, {})).recovery_left, 9)
  const anew = await person.call(createRecoveryCodes, { body: {} })
  assert.equal(await expectApiError(enterCode(await startSignIn('cleo'), second)), wrong)
  await enterCode(await startSignIn('cleo'), anew.recovery_codes[0]!)
  await waitForEmail(testApp, 'cleo@example.com', 'New recovery codes')
})

test('recovery codes still work after the site’s secret key is replaced', async () => {
  const { person, recovery_codes } = await signUpWithTwoFactor('zora')
  await db
    .updateTable('second_factors')
    .set({ secret: 'of-another-key' })
    .where('user_id', '=', person.id)
    .execute()
  const waiting = await startSignIn('zora')
  assert.equal(await expectApiError(enterCode(waiting, '123456')), wrong)
  await enterCode(waiting, recovery_codes[0]!)
})

test('every way to sign in except a passkey requires the two-factor code', async () => {
  const { person, secret } = await signUpWithTwoFactor('dora')
  await confirmUserEmail(person)
  await testApp.anonymousUser().call(requestSignInLink, { body: { email: 'dora@example.com' } })
  const link = extractFirstLink(await waitForEmail(testApp, 'dora@example.com', 'sign-in link'))
  const token = link.searchParams.get('token')!
  const browser = testApp.anonymousUser()
  assert.equal(await expectApiError(browser.call(signInWithLink, { body: { token } })), needed)
  assert.equal(await fetchUsername(browser), null)
  assert.match(
    await expectApiError(testApp.anonymousUser().call(signInWithLink, { body: { token } })),
    /^422 /,
    'it is spent',
  )
  await enterTotpCode(browser, secret)
  assert.equal(await fetchUsername(browser), 'dora')

  const grant = { grant_type: 'password' as const, ...getTestCredentials('dora') }
  assert.equal(await expectApiError(testApp.anonymousUser().call(createAccessToken, { body: grant })), needed)
  const guess = { ...grant, code: '000000' }
  assert.equal(await expectApiError(testApp.anonymousUser().call(createAccessToken, { body: guess })), wrong)
  const right = { ...grant, code: await computeTotpCode(secret, 1) }
  assert.equal((await testApp.anonymousUser().call(createAccessToken, { body: right })).user.username, 'dora')

  const comesBackAs = async (email: string) => {
    const who = testApp.anonymousUser()
    const user = db.selectFrom('users').select('id').where('email', '=', email)
    const { id: user_id } = await user.executeTakeFirstOrThrow()
    await db
      .insertInto('sign_in_methods')
      .values({ user_id, provider_id: 'google', account_id: email })
      .execute()
    const claims = { sub: email, email, email_verified: true }
    const back = await simulateProviderCallback(who, await startProviderSignIn(who, 'google', '/music'), {
      claims,
    })
    const lines = back.headers.getSetCookie().filter((line) => !line.includes('Max-Age=0'))
    return { location: back.headers.get('location'), names: lines.map((line) => line.split('=', 1)[0]) }
  }
  assert.deepEqual(await comesBackAs('dora@example.com'), {
    location: '/login/code?next=%2Fmusic',
    names: ['halfway'],
  })
  await confirmUserEmail(await testApp.signUpMember('gus'))
  const plain = await comesBackAs('gus@example.com')
  assert.deepEqual(plain, { location: '/music', names: ['session', 'device'] }, 'without a code, straight on')
})

test('two-factor authentication is on only after the user enters a valid code, and turning it off requires the password', async () => {
  const erin = await testApp.signUpMember('erin')
  const other = testApp.anonymousUser()
  await other.call(signIn, { body: getTestCredentials('erin') })
  const { secret } = await erin.call(beginTwoFactorSetup, { body: {} })
  const kept = await db.selectFrom('second_factors').selectAll().where('user_id', '=', erin.id).execute()
  assert.ok(!JSON.stringify(kept).includes(secret) && kept[0]!.secret.length > 60, 'sealed at rest')
  await testApp.anonymousUser().call(signIn, { body: getTestCredentials('erin') })
  assert.equal(await expectApiError(erin.call(confirmTwoFactorSetup, { body: { code: '000000' } })), wrong)
  await erin.call(confirmTwoFactorSetup, { body: { code: await computeTotpCode(secret) } })
  assert.deepEqual([await fetchUsername(erin), await fetchUsername(other)], ['erin', null])
  assert.match(await expectApiError(erin.call(beginTwoFactorSetup, { body: {} })), /^409 Already on/)

  assert.match(await expectApiError(erin.call(deleteTwoFactor, { body: {} })), /^422 .*current password/)
  const guess = { current_password: 'not-the-one' }
  assert.match(await expectApiError(erin.call(deleteTwoFactor, { body: guess })), /^422 .*is incorrect/)
  await erin.call(deleteTwoFactor, { body: { current_password: validPassword } })
  await waitForEmail(testApp, 'erin@example.com', 'Two-step sign-in is off')
  await testApp.anonymousUser().call(signIn, { body: getTestCredentials('erin') })
})

test('changing the two-factor settings requires reauthentication unless the user signed in recently', async () => {
  const finn = await testApp.signUpMember('finn')
  await backdateSessions(finn)
  assert.match(await expectApiError(finn.call(beginTwoFactorSetup, { body: {} })), /^422 .*current password/)
  await finn.call(beginTwoFactorSetup, { body: { current_password: validPassword } })
  await db.deleteFrom('sign_in_methods').where('user_id', '=', finn.id).execute()
  assert.match(await expectApiError(finn.call(beginTwoFactorSetup, { body: {} })), /^403 Sign in again/)
})

test('the operator can reset a user’s two-factor authentication, and the audit log records the reset', async () => {
  const { person } = await signUpWithTwoFactor('hana')
  const env = { ...process.env, DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir }
  const bin = join(import.meta.dirname, '../../../bin/admin.ts')
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [bin, 'reset-two-factor', 'hana@example.com'], { env })
  assert.match(stdout, /Two-factor sign-in is now off for hana@example.com/)
  assert.equal(await fetchUsername(person), null)
  await person.call(signIn, { body: getTestCredentials('hana') })
  await waitForEmail(testApp, 'hana@example.com', 'Two-step sign-in is off')
  const log = await db.selectFrom('audit_log').select('entry').execute()
  assert.ok(log.some(({ entry }) => entry.includes('second factor reset') && !entry.includes('hana')))
  await person.call(signOut, {})
})

test('staff see that their account needs a second factor', async () => {
  const { person } = await signUpWithTwoFactor('iris', 19)
  await grantStaffRole(person.id, 'moderator')
  assert.equal((await person.call(getTwoFactorStatus, {})).required, true)
})

test('signing in with a passkey requires neither the password nor the two-factor code', async () => {
  const kim = await testApp.signUpMember('kim')
  const { key } = await addPasskeyToAccount(kim)
  const { secret } = await kim.call(beginTwoFactorSetup, { body: {} })
  await kim.call(confirmTwoFactorSetup, { body: { code: await computeTotpCode(secret) } })
  assert.match(
    await expectApiError(testApp.anonymousUser().call(signIn, { body: getTestCredentials('kim') })),
    /^403 One more/,
  )
  assert.equal(await fetchUsername(await signInTestUserWithPasskey(testApp.anonymousUser(), key)), 'kim')
})
