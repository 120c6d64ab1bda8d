/* Attacks on the authorization code flow between the site and real OpenID Connect providers, and outages. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { after, before } from 'node:test'
import { signIn, signInWithProvider as signInEndpoint } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { fetchFromProvider, maxProviderResponseBytes } from '#server/auth/oauth/provider-fetch.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { getTestCredentials, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import {
  openCallback,
  signInAtProvider,
  signInWithProvider,
  startSignInWith,
} from '#tests/support/clients/provider-sign-in.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '#tests/support/servers/openid-provider.ts'

const site = 'http://localhost:3000'
let testApp: TestApp
let school: TestOpenIdProvider
let district: TestOpenIdProvider
/** A provider that does not answer. */
let closed: TestOpenIdProvider
before(async () => {
  school = await startOpenIdProvider({ site, id: 'school' })
  district = await startOpenIdProvider({ site, id: 'district', claimsInIdToken: true })
  closed = await startOpenIdProvider({ site, id: 'closed' })
  await closed.stop()
  const env = {
    OIDC_PROVIDERS: 'school, district, closed',
    ...closed.settings,
    ...school.settings,
    ...district.settings,
    OIDC_SCHOOL_NAME: 'Example School',
  }
  testApp = await startTestApp({ env })
  for (const [login, person] of Object.entries({ ada: 'ada@school.example', eve: 'eve@school.example' }))
    school.people.set(login, { email: person, email_verified: true })
  district.people.set('ada', { email: 'ada@district.example', email_verified: true })
})
after(async () => {
  await testApp.close()
  await school.close()
  await district.close()
})

const rejected = '/login?error=invalid_code&provider=school'
const mismatch = (provider: string) => `/login?error=state_mismatch&provider=${provider}`

test('signs in with claims from the UserInfo endpoint and with claims from the ID token', async () => {
  for (const id of ['school', 'district']) {
    const who = testApp.anonymousUser()
    assert.equal(await signInWithProvider(who, id, 'ada'), '/dashboard', id)
    assert.equal((await who.call(getSession, {})).unfinished, true, id)
  }
  const { site: info } = await testApp.anonymousUser().call(getSession, {})
  assert.deepEqual(info.providers, [
    { id: 'school', name: 'Example School' },
    { id: 'district', name: 'district' },
    { id: 'closed', name: 'closed' },
  ])
})

test('an authorization code works only once', async () => {
  const first = testApp.anonymousUser()
  const used = await signInAtProvider(await startSignInWith(first, 'school'), 'ada')
  assert.equal(await openCallback(first, used), '/dashboard')
  const second = testApp.anonymousUser()
  const fresh = await signInAtProvider(await startSignInWith(second, 'school'), 'ada')
  fresh.searchParams.set('code', used.searchParams.get('code')!)
  assert.equal(await openCallback(second, fresh), rejected)
})

test('a state works only once, and only in the browser that started the sign-in', async () => {
  const who = testApp.anonymousUser()
  const callback = await signInAtProvider(await startSignInWith(who, 'school'), 'ada')
  assert.equal(await openCallback(testApp.anonymousUser(), callback), mismatch('school'), 'another browser')
  const cookie = who.cookies.get('state')!
  assert.equal(await openCallback(who, callback), '/dashboard')
  who.cookies.set('state', cookie)
  assert.equal(await openCallback(who, callback), mismatch('school'), 'a second time')
})

test('an injected authorization code of another sign-in is rejected', async () => {
  const attacker = testApp.anonymousUser()
  const stolen = await signInAtProvider(await startSignInWith(attacker, 'school'), 'eve')
  const victim = testApp.anonymousUser()
  const own = await signInAtProvider(await startSignInWith(victim, 'school'), 'ada')
  own.searchParams.set('code', stolen.searchParams.get('code')!)
  assert.equal(await openCallback(victim, own), rejected)
  assert.equal(victim.cookies.has('session'), false)
})

test('every sign-in uses PKCE, and a removed or replaced code challenge makes it fail', async () => {
  const who = testApp.anonymousUser()
  const url = await startSignInWith(who, 'school')
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
  assert.match(url.searchParams.get('code_challenge')!, /^[\w-]{43}$/)
  const removed = new URL(url)
  removed.searchParams.delete('code_challenge')
  removed.searchParams.delete('code_challenge_method')
  const refused = await signInAtProvider(removed, 'ada')
  assert.equal(await openCallback(who, refused), '/login?error=invalid_request&provider=school')
  const other = testApp.anonymousUser()
  const replaced = await startSignInWith(other, 'school')
  replaced.searchParams.set('code_challenge', url.searchParams.get('code_challenge')!)
  assert.equal(await openCallback(other, await signInAtProvider(replaced, 'ada')), rejected)
})

test('responses of two providers cannot be mixed up', async () => {
  const who = testApp.anonymousUser()
  const callback = await signInAtProvider(await startSignInWith(who, 'school'), 'ada')
  const atDistrict = new URL(callback)
  atDistrict.pathname = '/api/auth/callback/district'
  assert.equal(await openCallback(who, atDistrict), mismatch('district'), 'another redirect URI')
  for (const issuer of [district.issuer, null]) {
    const other = testApp.anonymousUser()
    const back = await signInAtProvider(await startSignInWith(other, 'school'), 'ada')
    assert.equal(back.searchParams.get('iss'), school.issuer)
    if (issuer) back.searchParams.set('iss', issuer)
    else back.searchParams.delete('iss')
    assert.equal(await openCallback(other, back), rejected, `the issuer ${issuer}`)
  }
})

test('accepts tokens that are signed with a new key of the provider', async (t) => {
  assert.equal(await signInWithProvider(testApp.anonymousUser(), 'school', 'ada'), '/dashboard')
  await school.rotateKey()
  // The key set is fetched again for an unknown key, but at most once a minute.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
  assert.equal(await signInWithProvider(testApp.anonymousUser(), 'school', 'ada'), '/dashboard')
})

test('while a provider is down, a sign-in with it fails with a clear message, and other ways work', async () => {
  const refused = { params: { provider: 'closed' }, query: {} }
  assert.equal(
    await expectApiError(testApp.anonymousUser().call(signInEndpoint, refused)),
    '503 Sign In Failed / closed isn’t answering right now. Wait a little, or sign in another way.',
  )
  const returning = testApp.anonymousUser()
  const callback = await signInAtProvider(await startSignInWith(returning, 'school'), 'ada')
  await school.stop()
  try {
    assert.equal(await openCallback(returning, callback), '/login?error=provider_unavailable&provider=school')
    await testApp.signUpMember('passworded')
    const who = testApp.anonymousUser()
    await who.call(signIn, { body: getTestCredentials('passworded') })
    assert.equal(await signInWithProvider(testApp.anonymousUser(), 'district', 'ada'), '/dashboard')
  } finally {
    await school.restart()
  }
  assert.equal(await signInWithProvider(testApp.anonymousUser(), 'school', 'ada'), '/dashboard', 'up again')
})

test('unknown providers do not exist, and endpoints without TLS and endless responses are refused', async () => {
  for (const provider of ['evil', 'google', 'credential', 'School'])
    assert.match(
      await expectApiError(testApp.anonymousUser().call(signInEndpoint, { params: { provider }, query: {} })),
      /^404/,
      provider,
    )
  await assert.rejects(fetchFromProvider('http://provider.example/token', {}), /without TLS/)
  const endless = createServer((_request, response) => {
    const send = () => {
      while (response.write(Buffer.alloc(64 * 1024)));
      response.once('drain', send)
    }
    send()
  })
  endless.listen(0, '127.0.0.1')
  await once(endless, 'listening')
  const { port } = endless.address() as AddressInfo
  await assert.rejects(fetchFromProvider(`http://127.0.0.1:${port}/`, {}), {
    code: 'PROVIDER_RESPONSE_TOO_LARGE',
  })
  assert.ok(maxProviderResponseBytes >= 100_000)
  endless.close()
  endless.closeAllConnections()
})
