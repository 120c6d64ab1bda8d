/*
 * Tests that a staff role has no effect until the person has signed in with a second factor, and that a stolen password
 * is not enough to get around this.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSiteOverview } from '#contract/admin/overview.ts'
import { signIn } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { listPasskeys, removePasskey } from '#contract/auth/passkeys.ts'
import { resetPassword, sendPasswordResetEmail } from '#contract/auth/passwords.ts'
import { createAccessToken, requestSignInLink, signInWithLink } from '#contract/auth/sign-in.ts'
import {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  deleteTwoFactor,
  getTwoFactorStatus,
  signInWithCode,
} from '#contract/auth/two-factor.ts'
import { listCases } from '#contract/moderation/moderation-cases.ts'
import { setUserRole } from '#server/moderation/staff/roles.ts'
import { db } from '#server/platform/db/db.ts'
import { resetTwoFactor } from '#server/moderation/staff/reset-two-factor.ts'
import { countConcurrentOutcomes } from '#tests/support/async/count-concurrent-outcomes.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { extractFirstLink, waitForEmail } from '#tests/support/app/sent-emails.ts'
import {
  confirmUserEmail,
  getTestCredentials,
  type TestApp,
  type TestUser,
  startTestApp,
  validPassword,
} from '#tests/support/app/test-app.ts'
import { addPasskeyToAccount, signInTestUserWithPasskey } from '#tests/support/clients/passkey-ceremonies.ts'
import { computeTotpCode } from '#tests/support/clients/totp.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

const refused = /^403 Sign In Failed \/ .*you didn’t set up a second factor/
const passkeyRequired = /^403 Sign In Failed \/ .*Sign in with your passkey/
const factorRequired = /^403 Set up a second factor first/

/** Creates an adult and gives them a staff role, which ends their session. */
async function appoint(name: string, role: 'moderator' | 'safety_lead' | 'admin' = 'moderator') {
  const person = await confirmUserEmail(await testApp.signUpMember(name, 19))
  await setUserRole(getTestCredentials(name).email, role)
  return person
}

const signInByPassword = async (name: string, browser = testApp.anonymousUser()): Promise<TestUser> => {
  await browser.call(signIn, { body: getTestCredentials(name) })
  return browser
}

async function setUpApp(person: TestUser): Promise<string> {
  const { secret } = await person.call(beginTwoFactorSetup, { body: {} })
  await person.call(confirmTwoFactorSetup, { body: { code: await computeTotpCode(secret, -1) } })
  return secret
}

const queue = (person: TestUser) => person.call(listCases, { query: {} })

test('staff can sign in once without a second factor, and can do nothing as staff until they set one up', async () => {
  await appoint('mia')
  const mia = await signInByPassword('mia')
  const { me } = await mia.call(getSession, {})
  assert.deepEqual([me?.role, me?.needs_second_factor], ['moderator', true])
  assert.equal((await mia.call(getTwoFactorStatus, {})).required, true)
  assert.match(await expectApiError(queue(mia)), factorRequired)
  assert.equal((await mia.fetch('/api/mod/nothing-of-the-kind')).status, 404)
  assert.match(await expectApiError(signInByPassword('mia')), refused)

  const secret = await setUpApp(mia)
  assert.deepEqual((await queue(mia)).items, [])
  assert.equal((await mia.call(getSession, {})).me?.needs_second_factor, undefined)
  const browser = testApp.anonymousUser()
  assert.match(await expectApiError(signInByPassword('mia', browser)), /^403 One more step/)
  await browser.call(signInWithCode, { body: { code: await computeTotpCode(secret) } })
  assert.deepEqual((await queue(browser)).items, [])
})

test('only one of several concurrent sign-ins without a second factor succeeds', async () => {
  await appoint('max')
  const outcomes = await countConcurrentOutcomes(5, () => signInByPassword('max'))
  assert.deepEqual(outcomes, { done: 1, staff_sign_in_refused: 4 })
})

test('emailed links and API clients use the same single sign-in', async () => {
  await appoint('lin')
  const lin = testApp.anonymousUser()
  await lin.call(requestSignInLink, { body: { email: getTestCredentials('lin').email } })
  const link = extractFirstLink(await waitForEmail(testApp, getTestCredentials('lin').email, 'sign-in link'))
  await lin.call(signInWithLink, { body: { token: link.searchParams.get('token')! } })
  assert.match(await expectApiError(queue(lin)), factorRequired)
  const grant = { grant_type: 'password', ...getTestCredentials('lin') } as const
  const client = testApp.anonymousUser()
  assert.match(await expectApiError(client.call(createAccessToken, { body: grant })), refused)
})

test('staff whose only second factor is a passkey must sign in with it', async () => {
  await appoint('pat', 'admin')
  const pat = await signInByPassword('pat')
  const { key } = await addPasskeyToAccount(pat)
  assert.deepEqual((await queue(pat)).items, [])
  assert.match(await expectApiError(signInByPassword('pat')), passkeyRequired)
  const browser = await signInTestUserWithPasskey(testApp.anonymousUser(), key)
  assert.equal((await browser.call(getSiteOverview, {})).cases.open, 0)
})

test('a stolen mailbox cannot remove the passkey of a member of staff', async () => {
  await appoint('ray')
  await addPasskeyToAccount(await signInByPassword('ray'))
  const thief = testApp.anonymousUser()
  const { email } = getTestCredentials('ray')
  await thief.call(sendPasswordResetEmail, { body: { email } })
  const token = extractFirstLink(await waitForEmail(testApp, email, 'password')).searchParams.get('token')!
  await thief.call(resetPassword, { body: { token, password: validPassword } })
  assert.match(await expectApiError(signInByPassword('ray', thief)), passkeyRequired)
})

test('in a session that was started without the passkey, no other second factor can be added', async () => {
  const sam = await confirmUserEmail(await testApp.signUpMember('sam', 19))
  await addPasskeyToAccount(sam)
  const earlier = await signInByPassword('sam')
  await appointInPlace(sam.id)
  assert.match(await expectApiError(queue(earlier)), factorRequired)
  assert.match(await expectApiError(earlier.call(beginTwoFactorSetup, { body: {} })), passkeyRequired)
  assert.match(await expectApiError(addPasskeyToAccount(earlier)), passkeyRequired)
})

test('staff cannot remove their last second factor', async () => {
  await appoint('eve')
  const eve = await signInByPassword('eve')
  await setUpApp(eve)
  const body = { current_password: validPassword }
  assert.match(await expectApiError(eve.call(deleteTwoFactor, { body })), /^409 You need a second factor/)
  const { id } = await addPasskeyToAccount(eve)
  await eve.call(deleteTwoFactor, { body })
  assert.deepEqual((await queue(eve)).items, [])
  assert.match(
    await expectApiError(eve.call(removePasskey, { params: { id }, body })),
    /^409 You need a second factor/,
  )
  assert.equal((await eve.call(listPasskeys, {})).items.length, 1)

  await setUserRole(getTestCredentials('eve').email, 'user')
  const member = await signInByPassword('eve')
  await member.call(removePasskey, { params: { id }, body })
})

test('resetting the second factor of a member of staff allows one more sign-in', async () => {
  await appoint('kim')
  await addPasskeyToAccount(await signInByPassword('kim'))
  assert.equal((await resetTwoFactor(getTestCredentials('kim').email)).isSuccess, true)
  const kim = await signInByPassword('kim')
  assert.match(await expectApiError(queue(kim)), factorRequired)
  assert.match(await expectApiError(signInByPassword('kim')), refused)
})

test('members need no second factor, and staff without one are not told about pages of other roles', async () => {
  await testApp.signUpMember('bob')
  const bob = await signInByPassword('bob')
  await signInByPassword('bob')
  assert.equal((await bob.call(getSession, {})).me?.needs_second_factor, undefined)
  assert.match(await expectApiError(queue(bob)), /^404 /)

  await appoint('dan')
  const dan = await signInByPassword('dan')
  assert.match(await expectApiError(dan.call(getSiteOverview, {})), /^404 /)
})

/** Gives the role without ending sessions, as an upgrade from an earlier release does. */
async function appointInPlace(id: string): Promise<void> {
  await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', id).execute()
}
