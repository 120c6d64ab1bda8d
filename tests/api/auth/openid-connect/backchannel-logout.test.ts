/* Logout tokens of a real OpenID Connect provider (OpenID Connect Back-Channel Logout 1.0). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { after, before } from 'node:test'
import { completeSocialSignUp } from '#contract/accounts/accounts.ts'
import { db } from '#server/platform/db/db.ts'
import { fetchUsername, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { signInWithProvider } from '#tests/support/clients/provider-sign-in.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '#tests/support/servers/openid-provider.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
let testApp: TestApp
let school: TestOpenIdProvider
/** Forwards the requests of the provider to the site, and keeps the logout tokens. */
let front: Server
const tokens: string[] = []
before(async () => {
  front = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    tokens.push(new URLSearchParams(body).get('logout_token')!)
    response.statusCode = (await sendLogoutToken(tokens.at(-1)!)).status
    response.end()
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const site = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  school = await startOpenIdProvider({ site, id: 'school' })
  testApp = await startTestApp({
    env: { OIDC_PROVIDERS: 'school', PUBLIC_URL: site, ...school.settings },
  })
  for (const login of ['ada', 'bea'])
    school.people.set(login, { email: `${login}@example.com`, email_verified: true })
})
after(async () => {
  await testApp.close()
  await school.close()
  front.close()
  front.closeAllConnections()
})

function sendLogoutToken(token: string): Promise<Response> {
  return testApp.anonymousUser().fetch('/api/auth/backchannel-logout/school', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  })
}

async function signUp(login: string): Promise<TestUser> {
  const who = testApp.anonymousUser()
  assert.equal(await signInWithProvider(who, 'school', login), '/dashboard')
  const body = { full_name: 'Ada Example', username: `${login}_out`, age: 16, terms: true as const }
  await who.call(completeSocialSignUp, { body })
  return who
}

async function sessionAtProvider(username: string): Promise<string> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('profiles', 'profiles.user_id', 'sessions.user_id')
    .select('provider_session')
    .where('username', '=', username)
    .orderBy('sessions.created_at', 'desc')
    .executeTakeFirstOrThrow()
  return row.provider_session!
}

test('ends only the session that was opened with the session of the provider', async () => {
  const ada = await signUp('ada')
  const session = await sessionAtProvider('ada_out')
  const second = testApp.anonymousUser()
  await signInWithProvider(second, 'school', 'ada')
  const bea = await signUp('bea')
  await school.signOut('ada', session)
  assert.equal(await fetchUsername(ada), null)
  assert.equal(await fetchUsername(second), 'ada_out', 'another session at the provider')
  assert.equal(await fetchUsername(bea), 'bea_out')
})

test('rejects logout tokens that are forged, expired, for another client or not about a logout', async () => {
  const bea = testApp.anonymousUser()
  await signInWithProvider(bea, 'school', 'bea')
  await school.signOut('bea', 'another-session')
  const token = tokens.at(-1)!
  const sid = await sessionAtProvider('bea_out')
  const now = Math.floor(Date.now() / 1000)
  const { generateKeyPair } = await import('jose')
  const cases: Record<string, string> = {
    'another key': await school.sign(token, { sid }, await generateKeyPair('RS256')),
    'another issuer': await school.sign(token, { sid, iss: 'https://evil.example' }),
    'another client': await school.sign(token, { sid, aud: 'another-client' }),
    'too old': await school.sign(token, { sid, iat: now - 3600, exp: now + 60 }),
    expired: await school.sign(token, { sid, exp: now - 60 }),
    'no event': await school.sign(token, { sid, events: {} }),
    'a nonce': await school.sign(token, { sid, nonce: 'of-an-id-token' }),
    'no id': await school.sign(token, { sid, jti: undefined }),
    nobody: await school.sign(token, { sub: undefined, sid: undefined }),
    'alg none': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    'no token': 'x',
  }
  for (const [name, forged] of Object.entries(cases)) {
    const response = await sendLogoutToken(forged)
    assert.equal(response.status, 400, name)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
  assert.equal(await fetchUsername(bea), 'bea_out')
  assert.equal(
    (await sendLogoutToken(await school.sign(token, { sid, events: { [event]: {} } }))).status,
    200,
  )
  assert.equal(await fetchUsername(bea), null, 'the valid token')
})

test('a logout token without a session ends all earlier sessions of the person, and a replay ends no later one', async () => {
  const bea = testApp.anonymousUser()
  await signInWithProvider(bea, 'school', 'bea')
  const everywhere = await school.sign(tokens.at(-1)!, {
    sub: 'bea',
    sid: undefined,
    iat: Math.floor(Date.now() / 1000),
  })
  assert.equal((await sendLogoutToken(everywhere)).status, 200)
  assert.equal(await fetchUsername(bea), null)
  await signInWithProvider(bea, 'school', 'bea')
  await db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() + 2000) } as never)
    .where('provider_id', '=', 'school')
    .execute()
  assert.equal((await sendLogoutToken(everywhere)).status, 200)
  assert.equal(await fetchUsername(bea), 'bea_out')
})

test('unknown providers do not exist, and other content types are rejected', async () => {
  const post = (provider: string, type: string) =>
    testApp.anonymousUser().fetch(`/api/auth/backchannel-logout/${provider}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: 'logout_token=x',
    })
  assert.equal((await post('evil', 'application/x-www-form-urlencoded')).status, 404)
  assert.equal((await post('school', 'application/json')).status, 400)
})
