/* Discovery documents that the site must reject, and the check of providers in `admin -- doctor`. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signInWithProvider } from '#contract/accounts/accounts.ts'
import { checkSignInProviders } from '#server/operations/doctor/sign-in-provider-check.ts'
import { loadConfig } from '#server/platform/config.ts'
import { log } from '#server/platform/log.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '#tests/support/servers/openid-provider.ts'

const site = 'http://localhost:3000'
let testApp: TestApp
let school: TestOpenIdProvider
before(async () => {
  school = await startOpenIdProvider({ site, id: 'school' })
  testApp = await startTestApp({ env: { OIDC_PROVIDERS: 'school', ...school.settings } })
})
after(async () => {
  await testApp.close()
  await school.close()
})

const unavailable = /^503 Sign In Failed \/ school isn’t answering right now/
const startSignIn = () =>
  expectApiError(
    testApp.anonymousUser().call(signInWithProvider, { params: { provider: 'school' }, query: {} }),
  )

/** Changes the settings of the provider. Every change makes the server fetch the discovery document again. */
const useSettings = (settings: Record<string, string>) =>
  loadConfig({ OIDC_PROVIDERS: 'school', ...school.settings, ...settings })

test('rejects a discovery document of another issuer', async (t) => {
  const warn = t.mock.method(log, 'warn', () => {})
  // `localhost` and `127.0.0.1` reach the same provider, which calls itself 127.0.0.1.
  useSettings({ OIDC_SCHOOL_ISSUER: school.issuer.replace('127.0.0.1', 'localhost') })
  assert.match(await startSignIn(), unavailable)
  const [finding] = await checkSignInProviders()
  assert.equal(finding!.status, 'problem')
  assert.match(finding!.text, /names another issuer than http:\/\/localhost/)
  assert.match(finding!.advice!, /^Set OIDC_SCHOOL_ISSUER to the exact value of "issuer" in http/)
  assert.equal(warn.mock.callCount(), 1)
})

test('rejects the shared issuer of many tenants, whose email addresses cannot be trusted', async (t) => {
  t.mock.method(log, 'warn', () => {})
  const shared = 'https://login.microsoftonline.com/common/v2.0'
  const requests: string[] = []
  t.mock.method(globalThis, 'fetch', async (url: string) => {
    requests.push(url)
    return Response.json({
      issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
      authorization_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      token_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      jwks_uri: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
    })
  })
  useSettings({ OIDC_SCHOOL_ISSUER: shared })
  assert.match(await startSignIn(), unavailable)
  assert.deepEqual(requests, [`${shared}/.well-known/openid-configuration`])
  assert.match((await checkSignInProviders())[0]!.advice!, /For Entra ID, use the id of your tenant/)
})

test('the doctor prints the URLs that the provider must know, and reports a provider that is down', async (t) => {
  useSettings({ OIDC_SCHOOL_NAME: 'Example School' })
  assert.deepEqual(await checkSignInProviders(), [
    {
      area: 'sign-in',
      status: 'ok',
      text: `Example School is reachable. It must know this site's redirect URI ${site}/api/auth/callback/school, back-channel logout URI ${site}/api/auth/backchannel-logout/school.`,
    },
  ])
  await school.stop()
  try {
    const [finding] = await checkSignInProviders()
    assert.equal(finding!.status, 'problem')
    assert.match(
      finding!.text,
      /^The discovery document of Example School cannot be fetched \(ECONNREFUSED\)\.$/,
    )
    assert.match(finding!.advice!, /^Check OIDC_SCHOOL_ISSUER, and that this machine can connect to http/)
  } finally {
    await school.restart()
  }
  const cause = Object.assign(new Error('unknown authority'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
  t.mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('fetch failed', { cause })))
  const [finding] = await checkSignInProviders()
  assert.match(finding!.text, /cannot be fetched \(SELF_SIGNED_CERT_IN_CHAIN\)\.$/)
  assert.match(finding!.advice!, /set NODE_EXTRA_CA_CERTS/)
  loadConfig({})
  assert.deepEqual(
    (await checkSignInProviders()).map(({ status }) => status),
    ['ok'],
  )
})
