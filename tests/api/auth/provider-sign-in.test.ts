/*
 * Signing in with Google and Apple: what is sent to the provider, and which of the provider's responses are
 * accepted.
 */
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getSession } from '#contract/accounts/current-user.ts'
import { deleteExpiredSignIns } from '#server/auth/expired-sign-ins.ts'
import { db } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import {
  type FakeIdentityProviderResponses,
  fakeProviderTokens,
  simulateProviderCallback,
  signIdToken,
  startProviderSignIn,
} from '#tests/support/servers/fake-identity-provider.ts'

const callback = 'http://localhost:3000/api/auth/callback'
let testApp: TestApp
before(async () => {
  testApp = await startTestApp({
    env: {
      GOOGLE_CLIENT_ID: 'our-id',
      GOOGLE_CLIENT_SECRET: 'our-secret',
      APPLE_CLIENT_ID: 'our-apple-id',
      APPLE_CLIENT_SECRET: 'our-apple-secret',
    },
  })
})
after(() => testApp.close())

const claimsOf = (name: string) => ({
  sub: `id-of-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
})
const locationOf = (response: Response) => response.headers.get('location')
const isIncompleteAccount = async (who: TestUser) => (await who.call(getSession, {})).unfinished
const countUsers = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).execute()).length

async function signInWith(answers: FakeIdentityProviderResponses, who = testApp.anonymousUser()) {
  const asked = await startProviderSignIn(who, answers.provider ?? 'google')
  return { who, location: locationOf(await simulateProviderCallback(who, asked, answers)) }
}

test('sends the identity provider the client ID, redirect URI, scope, state, nonce and PKCE challenge', async () => {
  const google = Object.fromEntries(await startProviderSignIn(testApp.anonymousUser(), 'google'))
  const { state, nonce, code_challenge, ...rest } = google
  for (const random of [state, nonce, code_challenge]) assert.match(random!, /^[\w-]{43}$/)
  assert.deepEqual(rest, {
    client_id: 'our-id',
    response_type: 'code',
    redirect_uri: `${callback}/google`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  })
  const apple = Object.fromEntries(await startProviderSignIn(testApp.anonymousUser(), 'apple'))
  const { client_id, redirect_uri, scope, response_mode } = apple
  assert.deepEqual(
    [client_id, redirect_uri, scope, response_mode],
    ['our-apple-id', `${callback}/apple`, 'email name', 'form_post'],
  )
})

test('a first sign-in through an identity provider creates an incomplete account, and the next sign-in uses the same account', async () => {
  const claims = { ...claimsOf('bea'), name: '  Bea \u202E Example\n' }
  const first = await signInWith({ claims })
  assert.equal(first.location, '/dashboard')
  assert.equal(await isIncompleteAccount(first.who), true)
  await signInWith({ claims: { ...claims, name: 'Another' } })
  const rows = await db
    .selectFrom('users')
    .innerJoin('sign_in_methods', 'sign_in_methods.user_id', 'users.id')
    .select(['users.name', 'users.image', 'email_verified', 'provider_id', 'account_id', 'scope', 'password'])
    .where('email', '=', 'bea@example.com')
    .execute()
  assert.deepEqual(rows, [
    {
      name: 'Bea Example',
      image: null,
      email_verified: true,
      provider_id: 'google',
      account_id: 'id-of-bea',
      scope: null,
      password: null,
    },
  ])
})

test('rejects ID tokens with a wrong signature, issuer, client, nonce or expiry time', async () => {
  const now = Math.floor(Date.now() / 1000)
  const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const withHeader = (header: object, claims: object, signature: (signed: string) => string) => {
    const signed = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${signature(signed)}`
  }
  const cases: Record<string, Partial<FakeIdentityProviderResponses>> = {
    'another issuer': { claims: { iss: 'https://evil.example' } },
    'another client': { claims: { aud: 'another-id' } },
    'several clients, requested by another': { claims: { aud: ['our-id', 'another-id'], azp: 'another-id' } },
    'another sign-in': { claims: { nonce: 'another-nonce' } },
    'no nonce': { claims: { nonce: undefined } },
    expired: { claims: { iat: now - 700, exp: now - 100 } },
    'without an end': { claims: { exp: undefined } },
    'without a person': { claims: { sub: undefined } },
    'another key': { makeIdToken: (claims) => signIdToken(claims, strangersKey) },
    'no signature': { makeIdToken: (claims) => withHeader({ alg: 'none' }, claims, () => '') },
    'signed with our secret': {
      makeIdToken: (claims) =>
        withHeader({ alg: 'HS256' }, claims, (signed) =>
          createHmac('sha256', 'our-secret').update(signed).digest('base64url'),
        ),
    },
    'altered after signing': {
      makeIdToken: (claims) => {
        const [header, , signature] = signIdToken(claims).split('.')
        const altered = Buffer.from(JSON.stringify({ ...claims, sub: 'another' })).toString('base64url')
        return `${header}.${altered}.${signature}`
      },
    },
    'no token': { makeIdToken: () => undefined as unknown as string },
  }
  for (const [name, answers] of Object.entries(cases)) {
    const claims = { ...claimsOf('eve'), ...answers.claims }
    const { who, location } = await signInWith({ ...answers, claims })
    assert.equal(location, '/login?error=invalid_code&provider=google', name)
    assert.equal(who.cookies.has('session'), false, name)
  }
  assert.equal(await countUsers('eve@example.com'), 0)
  assert.equal(
    (await signInWith({ claims: claimsOf('eve') })).location,
    '/dashboard',
    'a good one is accepted',
  )
})

test('if the identity provider fails, redirects or rejects the code, the user returns to the sign-in page and nothing is stored', async () => {
  const responses: Record<string, () => Response> = {
    rejects: () => Response.json({ error: 'invalid_grant', error_description: 'no' }, { status: 400 }),
    fails: () => new Response('out of order', { status: 500 }),
    redirects: () => new Response(null, { status: 307, headers: { location: 'https://evil.example/token' } }),
    'sends no JSON': () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    'cannot be reached': () => {
      throw new TypeError('fetch failed')
    },
  }
  for (const [name, tokenResponse] of Object.entries(responses)) {
    const { location } = await signInWith({ claims: claimsOf('zoe'), tokenResponse })
    const error = ['fails', 'cannot be reached'].includes(name) ? 'provider_unavailable' : 'invalid_code'
    assert.equal(location, `/login?error=${error}&provider=google`, name)
  }
  assert.equal(await countUsers('zoe@example.com'), 0)
  const without = await signInWith({ claims: { ...claimsOf('zoe'), email: undefined } })
  assert.equal(without.location, '/login?error=email_not_found&provider=google')
})

test('an OAuth state works once, within ten minutes, and only for its original browser and provider', async () => {
  const answers = { claims: claimsOf('cara') }
  const mismatch = '/login?error=state_mismatch&provider=google'
  const cara = testApp.anonymousUser()
  const asked = await startProviderSignIn(cara, 'google')
  const stolen = await simulateProviderCallback(testApp.anonymousUser(), asked, answers)
  assert.equal(locationOf(stolen), mismatch, 'another browser')
  const cookie = cara.cookies.get('state')!
  assert.equal(
    locationOf(await simulateProviderCallback(cara, asked, answers)),
    '/dashboard',
    'the rejected callback does not use up the state',
  )
  cara.cookies.set('state', cookie)
  assert.equal(locationOf(await simulateProviderCallback(cara, asked, answers)), mismatch, 'a second time')

  const other = testApp.anonymousUser()
  const forGoogle = await startProviderSignIn(other, 'google')
  const mixedUp = await simulateProviderCallback(other, forGoogle, { ...answers, provider: 'apple' })
  assert.equal(locationOf(mixedUp), mismatch.replace('google', 'apple'), 'another provider')

  const slow = testApp.anonymousUser()
  const late = await startProviderSignIn(slow, 'google')
  await db
    .updateTable('verifications')
    .set({ expires_at: new Date() })
    .where('identifier', 'like', 'oauth-state:%')
    .execute()
  assert.equal(locationOf(await simulateProviderCallback(slow, late, answers)), mismatch, 'too late')
  await startProviderSignIn(testApp.anonymousUser(), 'google')
  const { identifier, expires_at } = await db
    .selectFrom('verifications')
    .select(['identifier', 'expires_at'])
    .where('identifier', 'like', 'oauth-state:%')
    .where('expires_at', '>', new Date())
    .executeTakeFirstOrThrow()
  assert.ok(Math.abs(expires_at.getTime() - Date.now() - 600_000) < 30_000)
  await db.updateTable('verifications').set({ expires_at: new Date() }).execute()
  await deleteExpiredSignIns()
  const left = db.selectFrom('verifications').select('id').where('identifier', '=', identifier)
  assert.deepEqual(await left.execute(), [])
})

test('if the user cancels at the identity provider, the sign-in attempt ends and the user returns to the sign-in page', async () => {
  const who = testApp.anonymousUser()
  const asked = await startProviderSignIn(who, 'google')
  const cancelled = { error: 'access_denied', error_description: 'The user said no' }
  const back = await simulateProviderCallback(who, asked, { claims: {}, parameters: cancelled })
  assert.equal(locationOf(back), '/login?error=access_denied&provider=google')
  assert.equal(who.cookies.has('state'), false)
  const none = await who.fetch('/api/auth/callback/google?code=x')
  assert.equal(locationOf(none), '/login?error=state_not_found&provider=google')
})

test('Apple’s callback is accepted as a form post, and the user’s name is taken from the form', async () => {
  const who = testApp.anonymousUser()
  const asked = await startProviderSignIn(who, 'apple')
  const form = new URLSearchParams({
    state: asked.get('state')!,
    code: 'code-of-the-provider',
    id_token: 'of-the-form',
    user: JSON.stringify({ name: { firstName: 'Ann', lastName: 'Apple' }, email: 'not.hers@example.com' }),
  })
  const post = (body: BodyInit, type = 'application/x-www-form-urlencoded') =>
    testApp.anonymousUser().fetch('/api/auth/callback/apple', {
      method: 'POST',
      body,
      headers: { origin: 'https://appleid.apple.com', 'content-type': type },
    })
  const passedOn = new URL(locationOf(await post(form.toString()))!)
  assert.equal(passedOn.origin + passedOn.pathname, `${callback}/apple`)
  assert.deepEqual([...passedOn.searchParams.keys()].toSorted(), ['code', 'state', 'user'])
  const claims = { sub: '001.apple', email: 'Ann@Privaterelay.Appleid.Com', email_verified: 'true' }
  const parameters = { user: form.get('user')! }
  const back = await simulateProviderCallback(who, asked, { provider: 'apple', claims, parameters })
  assert.equal(locationOf(back), '/dashboard')
  assert.equal(await isIncompleteAccount(who), true)
  const again = await signInWith({ provider: 'apple', claims, parameters: { user: '{not json' } })
  assert.equal(await isIncompleteAccount(again.who), true)
  const users = db.selectFrom('users').select(['name', 'email']).where('email', 'like', '%appleid.com')
  assert.deepEqual(await users.execute(), [{ name: 'Ann Apple', email: 'ann@privaterelay.appleid.com' }])
  assert.equal((await post('{}', 'application/json')).status, 422)
  assert.equal((await post('a'.repeat(70_000))).status, 413)
})

test('concurrent first sign-ins by one person through a provider create only one account', async () => {
  const browsers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const who = testApp.anonymousUser()
      return { who, asked: await startProviderSignIn(who, 'google') }
    }),
  )
  const results = await Promise.all(
    browsers.map(({ who, asked }) => simulateProviderCallback(who, asked, { claims: claimsOf('gil') })),
  )
  assert.equal(await countUsers('gil@example.com'), 1)
  for (const back of results) assert.match(locationOf(back)!, /^\/(dashboard|login\?error=)/)
  assert.equal((await signInWith({ claims: claimsOf('gil') })).location, '/dashboard')
})

test('a sign-in through a provider waits while the user’s sign-in methods change, and fails if the provider was removed', async () => {
  await signInWith({ claims: claimsOf('ivy') })
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'ivy@example.com')
    .executeTakeFirstOrThrow()
  const who = testApp.anonymousUser()
  const asked = await startProviderSignIn(who, 'google')
  const returning = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const answer = simulateProviderCallback(who, asked, { claims: claimsOf('ivy') })
    await waitUntil(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length > 0
    })
    await tx.deleteFrom('sign_in_methods').where('user_id', '=', id).execute()
    return { answer }
  })
  assert.equal(locationOf(await returning.answer), '/login?error=account_not_linked&provider=google')
  assert.equal(who.cookies.has('session'), false)
})

test('logs why a sign-in failed, without tokens or personal data', async (t) => {
  const warn = t.mock.method(log, 'warn', () => {})
  let token = ''
  const makeIdToken = (claims: object) => (token = signIdToken({ ...claims, aud: 'another-id' }))
  await signInWith({ claims: claimsOf('hal'), makeIdToken })
  const lines = warn.mock.calls.map(({ arguments: line }) => line)
  const reason = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'
  assert.deepEqual(lines, [['provider sign-in failed', { problem: 'invalid_code', reason }]])
  for (const secret of [token, token.split('.')[1]!, ...fakeProviderTokens, 'hal@example.com', 'id-of-hal'])
    assert.ok(secret && !JSON.stringify(lines).includes(secret), secret)
})
