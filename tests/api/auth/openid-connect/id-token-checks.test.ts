/* ID tokens of a real OpenID Connect provider that the site must reject. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { decodeJwt, generateKeyPair, SignJWT } from 'jose'
import { db } from '#server/platform/db/db.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { signInWithProvider } from '#tests/support/clients/provider-sign-in.ts'
import {
  providerClient,
  type ReplaceIdToken,
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '#tests/support/servers/openid-provider.ts'

let testApp: TestApp
let school: TestOpenIdProvider
before(async () => {
  school = await startOpenIdProvider({ site: 'http://localhost:3000', id: 'school', claimsInIdToken: true })
  testApp = await startTestApp({ env: { OIDC_PROVIDERS: 'school', ...school.settings } })
  school.people.set('ada', { email: 'ada@school.example', email_verified: true })
})
after(async () => {
  await testApp.close()
  await school.close()
})

const now = () => Math.floor(Date.now() / 1000)
const rejected = '/login?error=invalid_code&provider=school'

async function expectRejected(name: string, replace: ReplaceIdToken) {
  const who = testApp.anonymousUser()
  const location = await school.withIdToken(replace, () => signInWithProvider(who, 'school', 'ada'))
  assert.equal(location, rejected, name)
  assert.equal(who.cookies.has('session'), false, name)
}

test('rejects ID tokens of another issuer, for another client or another sign-in, and expired ones', async () => {
  const signed = (claims: object) => (token: string) => school.sign(token, claims)
  await expectRejected('another issuer', signed({ iss: 'https://evil.example' }))
  await expectRejected('another client', signed({ aud: 'another-client' }))
  await expectRejected('several clients without azp', signed({ aud: [providerClient.id, 'another-client'] }))
  await expectRejected(
    'requested by another client',
    signed({ aud: [providerClient.id, 'another-client'], azp: 'another-client' }),
  )
  await expectRejected('another nonce', signed({ nonce: 'of-another-sign-in' }))
  await expectRejected('no nonce', signed({ nonce: undefined }))
  await expectRejected('expired', signed({ iat: now() - 700, exp: now() - 40 }))
  await expectRejected('not valid yet', signed({ nbf: now() + 300 }))
})

test('rejects ID tokens with a wrong signature, without a signature, and with a shared secret', async () => {
  const stranger = await generateKeyPair('RS256')
  await expectRejected('another key', (token) => school.sign(token, {}, stranger))
  await expectRejected('altered after signing', (token) => {
    const [header, , signature] = token.split('.')
    const claims = JSON.stringify({ ...decodeJwt(token), sub: 'another' })
    return `${header}.${Buffer.from(claims).toString('base64url')}.${signature}`
  })
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  await expectRejected('alg none', (token) => `${none}.${token.split('.')[1]}.`)
  const secret = new TextEncoder().encode(providerClient.password.padEnd(32))
  await expectRejected('HS256', (token) =>
    new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(secret),
  )
  await expectRejected('no ID token', () => undefined)
})

test('accepts the provider’s own ID token, and one that expired within the clock tolerance', async () => {
  assert.equal((await db.selectFrom('users').select('id').execute()).length, 0, 'nothing was stored before')
  const late: ReplaceIdToken = (token) => school.sign(token, { iat: now() - 600, exp: now() - 10 })
  const replaced = await school.withIdToken(late, () =>
    signInWithProvider(testApp.anonymousUser(), 'school', 'ada'),
  )
  assert.equal(replaced, '/dashboard')
  assert.equal(await signInWithProvider(testApp.anonymousUser(), 'school', 'ada'), '/dashboard')
})
