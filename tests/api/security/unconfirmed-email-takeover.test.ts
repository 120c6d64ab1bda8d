/*
 * A stranger signs up with another person's address and waits until the owner of the address confirms it.
 * When the owner proves access to the mailbox, the stranger must keep nothing: no password, passkey, second
 * factor, session or role.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { getPasswordReset, resetPassword } from '#contract/auth/passwords.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeySignIn,
  signInWithPasskey,
} from '#contract/auth/passkeys.ts'
import { beginTwoFactorSetup, confirmTwoFactorSetup } from '#contract/auth/two-factor.ts'
import {
  requestSignInLink,
  confirmEmail,
  createAccessToken,
  getEmailConfirmation,
  signInWithLink,
} from '#contract/auth/sign-in.ts'
import { sendPasswordResetEmail } from '#contract/auth/passwords.ts'
import { setUserRole } from '#server/moderation/staff/roles.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { computeTotpCode } from '#tests/support/clients/totp.ts'
import { simulateGoogleSignIn } from '#tests/support/fixtures/google-sign-in.ts'
import {
  validPassword,
  type TestApp,
  fetchUsername,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'
import { waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { TestMailServer } from '#tests/support/servers/mail-server.ts'
import { SoftwarePasskey } from '#tests/support/clients/software-passkey.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { addSecondFactor } from '#tests/support/app/staff.ts'

const admin = 'boss@example.com'
const owners = 'the-owners-own-44'
const mailServer = new TestMailServer()
let testApp: TestApp
let smtpUrl: string
before(async () => {
  smtpUrl = await mailServer.open()
  testApp = await startTestApp({
    working: true,
    env: {
      SMTP_URL: smtpUrl,
      ADMIN_EMAIL: admin,
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  })
})
after(async () => {
  await testApp.close()
  await mailServer.close()
})

/** Runs a test scenario on a site without a mail server. */
async function withoutSmtp(story: () => Promise<void>) {
  Object.assign(config, { smtpUrl: undefined })
  try {
    await story()
  } finally {
    Object.assign(config, { smtpUrl })
  }
}

async function signUpStranger(name: string, email = `${name}@example.com`, age = 16): Promise<TestUser> {
  const stranger = testApp.anonymousUser()
  await stranger.call(signUp, {
    body: { full_name: 'Some Stranger', email, age, username: name, password: validPassword, terms: true },
  })
  return stranger
}

const signInAs = (email: string, password: string, who = testApp.anonymousUser()) =>
  who.call(signIn, { body: { email, password } })
const tokenOf = (link: URL) => link.searchParams.get('token')!
const userOf = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const keptLink = async (email: string, subject: string) =>
  extractFirstLink(await waitForEmail(testApp, email, subject))
const refusedSignIn = /^401 Sign In Failed/

test('only the button on the confirmation page confirms an address, and the owner of the address then takes over the account', async () => {
  const stranger = await signUpStranger('boss', admin)
  const link = await mailServer.linkTo(admin, 'Confirm')
  // A mail scanner or a curious owner may open the confirmation link without pressing the button. Opening the
  // link alone must not confirm the address.
  for (let times = 0; times < 2; times += 1) await testApp.anonymousUser().fetch(link.pathname + link.search)
  assert.match(await expectApiError(signInAs(admin, validPassword, stranger)), /^403 .*confirm your email/)
  assert.deepEqual([(await userOf(admin)).email_verified, (await userOf(admin)).role], [false, 'user'])

  const owner = testApp.anonymousUser()
  const token = tokenOf(link)
  assert.deepEqual(await owner.call(getEmailConfirmation, { query: { token } }), {
    email: admin,
    username: 'boss',
    asks_password: true,
  })
  const confirm = (body: { password?: string; new_password?: string }) =>
    owner.call(confirmEmail, { body: { token, ...body } })
  assert.match(await expectApiError(confirm({})), /Enter the password you chose when you joined/)
  assert.match(
    await expectApiError(confirm({ password: 'a-guess-of-mine' })),
    /isn’t the password you chose when you joined/,
  )
  assert.equal((await userOf(admin)).email_verified, false)
  const { me } = await confirm({ new_password: owners })
  assert.deepEqual([me?.email, me?.email_confirmed, me?.role], [admin, true, 'admin'])
  assert.match(await expectApiError(confirm({ new_password: owners })), /expired or was already used/)

  assert.match(await expectApiError(signInAs(admin, validPassword, stranger)), refusedSignIn)
  const grant = { grant_type: 'password', email: admin, password: validPassword } as const
  assert.match(
    await expectApiError(testApp.anonymousUser().call(createAccessToken, { body: grant })),
    refusedSignIn,
  )
  // The password is right, but an admin can sign in only once without a second factor.
  assert.match(await expectApiError(signInAs(admin, owners)), /^403 .*you didn’t set up a second factor/)
})

test('in the browser used to sign up, confirming the email address needs no password and keeps the existing password', async () => {
  const ann = await signUpStranger('ann')
  const token = tokenOf(await mailServer.linkTo('ann@example.com', 'Confirm'))
  const { asks_password } = await ann.call(getEmailConfirmation, { query: { token } })
  assert.equal(asks_password, false)
  assert.equal((await ann.call(confirmEmail, { body: { token } })).me?.email_confirmed, true)
  await signInAs('ann@example.com', validPassword)

  await signUpStranger('bob')
  const bobs = tokenOf(await mailServer.linkTo('bob@example.com', 'Confirm'))
  const body = { token: bobs, password: validPassword }
  assert.equal((await testApp.anonymousUser().call(confirmEmail, { body })).me?.username, 'bob')
  await signInAs('bob@example.com', validPassword)

  // A browser in which the correct password was just entered is trusted like the browser that was used to
  // sign up.
  await signUpStranger('cat')
  const laptop = testApp.anonymousUser()
  assert.match(await expectApiError(signInAs('cat@example.com', validPassword, laptop)), /^403 /)
  const cats = tokenOf(await mailServer.linkTo('cat@example.com', 'Confirm'))
  assert.equal((await laptop.call(confirmEmail, { body: { token: cats } })).me?.username, 'cat')
  await signInAs('cat@example.com', validPassword)
})

/** Sets up a passkey and two-factor authentication in a new account with an unconfirmed address. */
async function settlesIn(name: string) {
  const stranger = await signUpStranger(name)
  const options = await stranger.call(beginPasskeyRegistration, { body: {} })
  const key = new SoftwarePasskey()
  await stranger.call(addPasskey, { body: { name: 'Mine', credential: key.create(options) } })
  const { secret } = await stranger.call(beginTwoFactorSetup, { body: {} })
  await stranger.call(confirmTwoFactorSetup, { body: { code: await computeTotpCode(secret) } })
  assert.equal(await fetchUsername(stranger), name)
  return { stranger, key, email: `${name}@example.com` }
}

async function isShutOut({ stranger, key, email }: Awaited<ReturnType<typeof settlesIn>>) {
  assert.equal(await fetchUsername(stranger), null, 'the session is over')
  assert.match(await expectApiError(signInAs(email, validPassword)), refusedSignIn)
  const browser = testApp.anonymousUser()
  const asked = await browser.call(beginPasskeySignIn, {})
  const entering = browser.call(signInWithPasskey, { body: { credential: key.get(asked) } })
  assert.match(await expectApiError(entering), /^401 Sign In Failed/)
  const { id } = await userOf(email)
  for (const table of ['passkeys', 'second_factors', 'recovery_codes', 'pending_sign_ins'] as const)
    assert.deepEqual(await db.selectFrom(table).selectAll().where('user_id', '=', id).execute(), [], table)
}

test('on a site without a mail server, using a sign-in link removes credentials that a stranger set up', () =>
  withoutSmtp(async () => {
    const settled = await settlesIn('dora')
    await testApp.anonymousUser().call(requestSignInLink, { body: { email: settled.email } })
    const token = tokenOf(await keptLink(settled.email, 'sign-in link'))
    const owner = testApp.anonymousUser()
    const { me, password_removed } = await owner.call(signInWithLink, { body: { token } })
    assert.deepEqual([me?.username, me?.email_confirmed, password_removed], ['dora', true, true])
    await isShutOut(settled)
    assert.equal(await fetchUsername(owner), 'dora')
  }))

test('resetting the password for an unconfirmed address removes credentials that a stranger set up', () =>
  withoutSmtp(async () => {
    const settled = await settlesIn('eva')
    await testApp.anonymousUser().call(sendPasswordResetEmail, { body: { email: settled.email } })
    const token = tokenOf(await keptLink(settled.email, 'Choose a new password'))
    const owner = testApp.anonymousUser()
    const also = await owner.call(getPasswordReset, { query: { token } })
    assert.deepEqual(also, { passkeys: 0, second_factor: false }, 'nothing of the stranger’s can be kept')
    await owner.call(resetPassword, { body: { token, password: owners, keep_passkeys: true } })
    await isShutOut(settled)
    assert.equal((await signInAs(settled.email, owners)).me.email_confirmed, true)
  }))

test('resetting the password for a confirmed address removes passkeys unless the user chooses to keep them', () =>
  withoutSmtp(async () => {
    for (const keep_passkeys of [true, false]) {
      const name = keep_passkeys ? 'fay' : 'fred'
      const { key, email } = await settlesIn(name)
      await db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()
      await testApp.anonymousUser().call(sendPasswordResetEmail, { body: { email } })
      const token = tokenOf(await keptLink(email, 'Choose a new password'))
      const also = await testApp.anonymousUser().call(getPasswordReset, { query: { token } })
      assert.deepEqual(also, { passkeys: 1, second_factor: true })
      await testApp.anonymousUser().call(resetPassword, { body: { token, password: owners, keep_passkeys } })
      assert.match(await expectApiError(signInAs(email, owners)), /^403 One more step/)
      const browser = testApp.anonymousUser()
      const asked = await browser.call(beginPasskeySignIn, {})
      const entering = browser.call(signInWithPasskey, { body: { credential: key.get(asked) } })
      if (keep_passkeys) await entering
      else assert.match(await expectApiError(entering), /^401 /)
    }
  }))

test('Google sign-in is never linked to an account with an unconfirmed address', async () => {
  const email = 'gus@example.com'
  await signUpStranger('gus')
  assert.equal(await fetchUsername(await simulateGoogleSignIn(testApp, email)), null)
  const { id, email_verified } = await userOf(email)
  assert.equal(email_verified, false)
  const methods = () =>
    db.selectFrom('sign_in_methods').select('provider_id').where('user_id', '=', id).execute()
  assert.deepEqual(await methods(), [{ provider_id: 'credential' }])
  assert.match(await expectApiError(signInAs(email, validPassword)), /^403 /)

  const token = tokenOf(await mailServer.linkTo(email, 'Confirm'))
  await testApp.anonymousUser().call(confirmEmail, { body: { token, new_password: owners } })
  assert.equal(
    await fetchUsername(await simulateGoogleSignIn(testApp, email)),
    null,
    'not even once the address is confirmed: the owner has to connect Google',
  )
  assert.match(await expectApiError(signInAs(email, validPassword)), refusedSignIn)
})

test('a staff role has no effect while the account’s email address is unconfirmed', () =>
  withoutSmtp(async () => {
    const stranger = await signUpStranger('hal', 'hal@example.com', 19)
    for (const role of ['admin', 'safety_lead', 'moderator'] as const) {
      const result = await setUserRole('hal@example.com', role)
      assert.equal(result.isSuccess, false)
      assert.match(result.text, /has not confirmed/)
    }
    assert.equal((await userOf('hal@example.com')).role, 'user')
    await db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'hal@example.com').execute()
    await addSecondFactor((await userOf('hal@example.com')).id)
    assert.equal((await stranger.call(getSession, {})).me?.role, 'user')
    assert.equal((await stranger.fetch('/api/mod/cases')).status, 404)
    await db
      .updateTable('users')
      .set({ email_verified: true })
      .where('email', '=', 'hal@example.com')
      .execute()
    assert.equal((await stranger.fetch('/api/mod/cases')).status, 200)
  }))
