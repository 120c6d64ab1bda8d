import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signOut } from '#contract/accounts/accounts.ts'
import { changePassword } from '#contract/auth/passwords.ts'
import { createAccessToken } from '#contract/auth/sign-in.ts'
import { db } from '#server/platform/db/db.ts'
import { validPassword, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

const invalid = '401 Invalid token / This sign-in is no longer valid. Sign in again.'

const tokensOf = (email: string) =>
  testApp
    .anonymousUser()
    .call(createAccessToken, { body: { grant_type: 'password', email, password: validPassword } })
const refresh = (refresh_token: string) =>
  testApp.anonymousUser().call(createAccessToken, { body: { grant_type: 'refresh_token', refresh_token } })
const ask = (token: string, path = '/api/session', method = 'GET') =>
  testApp.anonymousUser().fetch(path, { method, headers: { authorization: `Bearer ${token}` } })

test('an API client can exchange a password for an access token and later revoke the token', async () => {
  await testApp.signUpMember('hal')
  const { access_token, refresh_token, token_type, expires_in, user } = await tokensOf('hal@example.com')
  assert.deepEqual([token_type, expires_in, user.username], ['bearer', 3600, 'hal'])
  assert.equal((await ask(access_token, '/api/me/content')).status, 200)
  const kept = JSON.stringify(await db.selectFrom('bearer_tokens').selectAll().execute())
  assert.ok(!kept.includes(access_token) && !kept.includes(refresh_token), 'only hashes are kept')

  assert.equal((await ask(access_token, '/api/session', 'DELETE')).status, 204)
  assert.equal((await ask(access_token)).status, 401)
  assert.equal(await expectApiError(refresh(refresh_token)), invalid)
})

test('reusing a refresh token revokes all tokens from the same sign-in', async () => {
  await testApp.signUpMember('ida')
  const first = await tokensOf('ida@example.com')
  const elsewhere = await tokensOf('ida@example.com')
  const second = await refresh(first.refresh_token)
  assert.equal((await ask(second.access_token)).status, 200)
  assert.equal(await expectApiError(refresh(first.refresh_token)), invalid)
  for (const { access_token } of [first, second]) assert.equal((await ask(access_token)).status, 401)
  assert.equal(await expectApiError(refresh(second.refresh_token)), invalid)
  assert.equal((await ask(elsewhere.access_token)).status, 200, 'another sign-in is another family')
})

test('rejects requests with expired or invalid access tokens instead of treating them as anonymous', async () => {
  await testApp.signUpMember('jon')
  const { access_token, refresh_token } = await tokensOf('jon@example.com')
  await db.updateTable('bearer_tokens').set({ expires_at: new Date() }).where('kind', '=', 'access').execute()
  const response = await ask(access_token)
  assert.equal(response.status, 401)
  assert.equal(response.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
  assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'invalid_token')
  assert.equal((await ask(refresh_token)).status, 401, 'a refresh token opens nothing by itself')
  assert.equal((await ask('nonsense')).status, 401)
  assert.equal((await ask((await refresh(refresh_token)).access_token)).status, 200)
})

test('an API client that keeps refreshing its token must sign in again after half a year', async () => {
  const person = await testApp.signUpMember('lou')
  const { refresh_token } = await tokensOf('lou@example.com')
  const setSessionStart = (daysAgo: number) =>
    sql`update sessions set created_at = now() - make_interval(days => ${daysAgo}) where user_id = ${person.id}`.execute(
      db,
    )
  await setSessionStart(179)
  const next = await refresh(refresh_token)
  await setSessionStart(181)
  assert.equal(await expectApiError(refresh(next.refresh_token)), invalid)
  assert.ok((await tokensOf('lou@example.com')).access_token)
})

test('changing the password revokes the access tokens of API clients', async () => {
  const kim = await testApp.signUpMember('kim')
  const { access_token, refresh_token } = await tokensOf('kim@example.com')
  await kim.call(changePassword, { body: { password: 'another-kayak-43' } })
  assert.equal((await ask(access_token)).status, 401)
  assert.equal(await expectApiError(refresh(refresh_token)), invalid)
})

test('each sign-in error has a distinct error code', async () => {
  const lea = await testApp.signUpMember('lea')
  const wrong = { grant_type: 'password' as const, email: 'lea@example.com', password: 'wrong-one' }
  assert.match(
    await expectApiError(testApp.anonymousUser().call(createAccessToken, { body: wrong })),
    /^401 Sign In Failed/,
  )
  assert.match(
    await expectApiError(lea.call(changePassword, { body: { password: 'password123' } })),
    /^422 Weak password/,
  )
  await lea.call(signOut, {})
  assert.match(
    await expectApiError(lea.call(changePassword, { body: { password: 'kayak-lantern-44' } })),
    /^401 Sign in first/,
  )
  assert.equal(await expectApiError(refresh('no-such-token')), invalid)
})
