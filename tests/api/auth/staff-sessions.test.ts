import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signIn } from '#contract/accounts/accounts.ts'
import { createAccessToken } from '#contract/auth/sign-in.ts'
import { setUserRole } from '#server/moderation/staff/roles.ts'
import { db } from '#server/platform/db/db.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { addSecondFactor } from '#tests/support/app/staff.ts'
import {
  confirmUserEmail,
  fetchUsername,
  getTestCredentials,
  getTestUserEmail,
  startTestApp,
  type TestApp,
  type TestUser,
  validPassword,
} from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

/** Signs up an adult who becomes a moderator and can sign in once more without a second factor. */
async function signUpModerator(name: string): Promise<TestUser> {
  const moderator = await testApp.signUpMember(name, 19)
  await confirmUserEmail(moderator)
  await setUserRole(getTestUserEmail(name), 'moderator')
  return moderator
}

/** Pretends that all sessions of a person were started, and last used, this many hours earlier. */
async function makeSessionsOlder({ id }: TestUser, hours: number): Promise<void> {
  await sql`update sessions set created_at = created_at - make_interval(hours => ${hours}),
    expires_at = expires_at - make_interval(hours => ${hours}) where user_id = ${id}`.execute(db)
}

test('a session of staff ends a day after the sign-in, even if it is in use', async () => {
  const [moderator, member] = [await signUpModerator('mila'), await testApp.signUpMember('mona')]
  await moderator.call(signIn, { body: { ...getTestCredentials('mila'), remember: true } })
  await addSecondFactor(moderator.id)
  for (const [person, name] of [
    [moderator, 'mila'],
    [member, 'mona'],
  ] as const) {
    await makeSessionsOlder(person, 23)
    assert.equal(await fetchUsername(person), name)
    await makeSessionsOlder(person, 2)
  }
  assert.equal(await fetchUsername(moderator), null)
  assert.equal(await fetchUsername(member), 'mona')
})

test('a moderator whose email address is unconfirmed cannot extend the session either', async () => {
  const moderator = await signUpModerator('mira')
  await moderator.call(signIn, { body: { ...getTestCredentials('mira'), remember: true } })
  await db.updateTable('users').set({ email_verified: false }).where('id', '=', moderator.id).execute()
  await makeSessionsOlder(moderator, 23)
  assert.equal(await fetchUsername(moderator), 'mira')
  await makeSessionsOlder(moderator, 2)
  assert.equal(await fetchUsername(moderator), null)
})

test('an API client of staff must sign in again a day after the sign-in, even if it refreshes its token', async () => {
  const moderator = await signUpModerator('mike')
  const app = testApp.anonymousUser()
  const credentials = { grant_type: 'password' as const, email: getTestUserEmail('mike') }
  const first = await app.call(createAccessToken, { body: { ...credentials, password: validPassword } })
  await makeSessionsOlder(moderator, 23)
  const refresh = (refresh_token: string) =>
    app.call(createAccessToken, { body: { grant_type: 'refresh_token', refresh_token } })
  const second = await refresh(first.refresh_token)
  await makeSessionsOlder(moderator, 2)
  assert.match(await expectApiError(refresh(second.refresh_token)), /^401 Invalid token/)
})
