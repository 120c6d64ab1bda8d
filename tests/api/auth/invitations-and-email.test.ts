/* Invitations on a site that confirms email addresses, and with accounts that are started with Google. */
import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { completeSocialSignUp, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import type { RegistrationMode } from '#contract/settings/setting-choices.ts'
import { createInvitationLink } from '#server/admin/invitations/manage-invitations.ts'
import { changeSettings } from '#server/admin/settings/change-settings.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { startTestApp, type TestApp, type TestUser, validPassword } from '#tests/support/app/test-app.ts'
import { simulateProviderCallback } from '#tests/support/servers/fake-identity-provider.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({
    env: {
      GOOGLE_CLIENT_ID: 'our-id',
      GOOGLE_CLIENT_SECRET: 'our-secret',
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  })
})
after(() => testApp.close())
beforeEach(() => setMode('invitation'))

const setMode = (mode: RegistrationMode) => changeSettings(null, { registration: { value: mode } })
const invite = async (uses = 1) => {
  const { url, invitation } = await createInvitationLink(null, { uses, days: 1, note: '' })
  return { token: new URL(url).searchParams.get('invite')!, id: invitation.id }
}
const usesOf = async (id: string) =>
  (await db.selectFrom('invitations').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses
const person = { full_name: 'Gia Guest', age: 16, terms: true as const }

async function signInWithGoogle(name: string, invitation?: string, who = testApp.anonymousUser()) {
  const query = invitation ? `?${new URLSearchParams({ invitation })}` : ''
  const begun = await who.fetch(`/api/session/google${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  const asked = new URL(((await begun.json()) as { url: string }).url).searchParams
  const email = `${name}@example.com`
  const response = await simulateProviderCallback(who, asked, {
    claims: { sub: `id-of-${name}`, email, email_verified: true },
  })
  return { who, location: response.headers.get('location') }
}
const complete = (who: TestUser, username: string, more: object = {}) =>
  who.call(completeSocialSignUp, { body: { ...person, username, ...more } })
const hasAccount = async (name: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', `${name}@example.com`).execute()).length > 0

test('joining with an address that has an account uses the invitation, so it does not reveal the account', async () => {
  const join = (username: string, email: string, invitation: string) =>
    testApp.anonymousUser().call(signUp, {
      body: { ...person, email, username, password: validPassword, invitation },
    })
  const [fresh, known] = [await invite(), await invite()]
  const first = await join('ive_first', 'ive@example.com', fresh.token)
  const second = await join('ive_second', 'ive@example.com', known.token)
  assert.deepEqual(second, first)
  assert.deepEqual([await usesOf(fresh.id), await usesOf(known.id)], [1, 1])
  assert.match(await expectApiError(join('ive_third', 'ive@example.com', known.token)), /used up/)
})

test('an account that is started with Google needs an invitation, which counts when the account is completed', async () => {
  const refused = await signInWithGoogle('ive_nobody')
  assert.equal(refused.location, '/login?error=invitation_required&provider=google')
  assert.equal(await hasAccount('ive_nobody'), false)
  const { token, id } = await invite()
  const { who } = await signInWithGoogle('ive_google', token)
  assert.equal((await who.call(getSession, {})).unfinished, true)
  assert.equal(await usesOf(id), 0)
  await complete(who, 'ive_google')
  assert.equal(await usesOf(id), 1)
  assert.equal(
    (await signInWithGoogle('ive_later', token)).location,
    '/login?error=invitation_used_up&provider=google',
  )
  // A member signs in again without an invitation.
  assert.equal((await signInWithGoogle('ive_google')).location, '/dashboard')
})

test('two accounts that were started with the same invitation for one cannot both be completed', async () => {
  const { token, id } = await invite()
  const [one, other] = [await signInWithGoogle('ive_one', token), await signInWithGoogle('ive_other', token)]
  await complete(one.who, 'ive_one')
  assert.match(await expectApiError(complete(other.who, 'ive_other')), /^422 This invitation is used up/)
  assert.equal(await usesOf(id), 1)
})

test('a refused age erases the account that was started and does not use the invitation', async () => {
  const { token, id } = await invite()
  const { who } = await signInWithGoogle('ive_young', token)
  await expectApiError(complete(who, 'ive_young', { age: 11 }))
  assert.equal(await hasAccount('ive_young'), false)
  assert.equal(await usesOf(id), 0)
})

test('while registration is closed, new accounts cannot be started with Google, and started ones not completed', async () => {
  await setMode('open')
  const { who } = await signInWithGoogle('ive_started')
  await setMode('closed')
  assert.match(await expectApiError(complete(who, 'ive_started')), /^403 Registration is closed/)
  assert.equal(
    (await signInWithGoogle('ive_closed')).location,
    '/login?error=registration_closed&provider=google',
  )
  assert.equal(await hasAccount('ive_closed'), false)
})
