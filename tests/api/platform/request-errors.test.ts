import assert from 'node:assert/strict'
import { setSecurityHeaders } from '#server/platform/http/security-headers.ts'
import test, { after, before } from 'node:test'
import { getDevMailboxUrl } from '#server/auth/dev-mailbox-access.ts'
import { loadConfig } from '#server/platform/config.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp()
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

const json = { 'content-type': 'application/json' }
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  ada.fetch('/api/uploads', { method: 'POST', body, headers: { ...json, ...headers } })

test('every error response has the same format and includes the request ID that is in the log', async () => {
  const response = await ada.fetch('/api/nothing-here')
  const body = (await response.json()) as Record<string, Record<string, string>>
  assert.deepEqual(Object.keys(body), ['error', 'requestId'])
  assert.deepEqual(Object.keys(body['error']!), ['code', 'title', 'detail'])
  assert.equal(response.headers.get('x-request-id'), body['requestId'] as unknown as string)
})

test('invalid request bodies get a clear error message, never a 500 response', async () => {
  const good = { title: 'x', content_type: 'music', file_name: 'a.mp4', file_size: 5 }
  const cases: [BodyInit, number][] = [
    ['{', 400],
    ['', 400],
    [new Uint8Array([0xff, 0xfe, 0x7b]), 400],
    ['null', 422],
    ['[]', 422],
    [JSON.stringify({ ...good, surprise: 1 }), 422],
    [JSON.stringify({ ...good, file_size: '5' }), 400],
    [JSON.stringify({ ...good, title: { a: 1 } }), 422],
    [`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 422],
    [JSON.stringify({ ...good, description: 'x'.repeat(70_000) }), 413],
  ]
  for (const [body, status] of cases) {
    const response = await post(body)
    assert.equal(response.status, status, String(body).slice(0, 60))
  }
})

test('rejects cross-site writes', async () => {
  const response = await post('{}', { origin: 'https://evil.example' })
  assert.equal(response.status, 403)
  assert.equal((await post('{}', { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await post('{}', { origin: 'http://localhost:3000' })).status, 422)
})

test('errors in identity provider callbacks use the API’s error format and reveal no internals', async () => {
  for (const path of [
    '/api/auth/callback/nobody',
    '/api/auth/callback/google?error=x',
    '/api/auth/callback/google?state=x',
  ]) {
    const response = await testApp.anonymousUser().fetch(path, { redirect: 'manual' })
    if (response.status < 400) continue
    const body = (await response.json()) as { error: object }
    assert.deepEqual(Object.keys(body.error), ['code', 'title', 'detail'], path)
  }
  const earlier = await testApp.anonymousUser().fetch('/api/auth/verify-email?token=of-an-earlier-release')
  assert.equal(earlier.headers.get('location'), '/login?confirmed=1&error=1')
})

test('accepts the cross-site form post from Sign in with Apple and redirects it to a GET request', async () => {
  const response = await testApp.anonymousUser().fetch('/api/auth/callback/apple', {
    method: 'POST',
    body: 'state=made-up&code=made-up',
    headers: { origin: 'https://appleid.apple.com', 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(response.status, 302)
  assert.match(response.headers.get('location')!, /\/api\/auth\/callback\/apple\?/)
})

test('an unsupported method on a known path returns 405 and lists the allowed methods', async () => {
  const response = await ada.fetch('/api/spotlight', { method: 'DELETE' })
  assert.equal(response.status, 405)
  assert.equal(response.headers.get('allow'), 'GET')
})

test('every response has the security headers', async () => {
  for (const path of ['/api/session', '/api/nothing', '/healthz', '/api/openapi.json']) {
    const { headers } = await testApp.anonymousUser().fetch(path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    // Only pages have script nonces.
    const scripts = path.startsWith('/api/') ? /script-src 'self';/ : /script-src 'self' 'nonce-[^']+';/
    assert.match(headers.get('content-security-policy') ?? '', scripts)
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /script-src[^;]*unsafe/)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    assert.ok(headers.get('referrer-policy') && headers.get('permissions-policy'), path)
  }
})

test('only the upload page may use the camera and the microphone', () => {
  const policyOf = (path: string) => {
    const headers = new Headers()
    setSecurityHeaders(headers, '', path)
    return headers.get('permissions-policy')!
  }
  for (const path of ['/create', '/create/story', '/upload'])
    assert.match(policyOf(path), /^camera=\(self\), microphone=\(self\), geolocation=\(\)/, path)
  for (const path of [
    '/',
    '/dashboard',
    '/embed/x',
    '/createx',
    '/create/story/x',
    '/api/uploads',
    '/watch/create',
  ])
    assert.match(policyOf(path), /^camera=\(\), microphone=\(\)/, path)
})

test('the OpenAPI document describes every endpoint', async () => {
  const document = (await (await ada.fetch('/api/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, { summary: string; responses: object }>>
  }
  assert.equal(document.openapi, '3.1.0')
  for (const path of [
    '/api/content',
    '/api/content/{id}',
    '/api/content/{id}/like',
    '/api/uploads',
    '/api/streams/{streamId}',
    '/api/profiles/{username}',
  ])
    assert.ok(document.paths[path], path)
  assert.deepEqual(Object.keys(document.paths['/api/content/{id}/like']!).toSorted(), ['delete', 'put'])
})

test('rejects repeated and unknown query parameters', async () => {
  assert.equal((await ada.fetch('/api/content?limit=1&limit=2')).status, 422)
  assert.equal((await ada.fetch('/api/content?evil=1')).status, 422)
  assert.equal((await ada.fetch('/api/content?limit=1000')).status, 422)
  assert.equal((await ada.fetch('/api/content?cursor=nowhere')).status, 422)
  assert.equal((await ada.fetch('/api/content?cursor=%00')).status, 422)
})

test('the development mailbox can be opened only on the server’s own machine, with the key that the server prints', async () => {
  const ask = (url: string, headers = {}) => testApp.app.request(new Request(url, { headers }))
  const here = 'http://localhost:3000/api/dev/mail'
  const key = new URL(getDevMailboxUrl()!).searchParams.get('key')!
  // The mailbox key is required even for requests that look local. A request through a local proxy looks
  // local if it has no forwarding headers or if its request line contains an absolute URL.
  assert.equal((await ask(here)).status, 404)
  for (const wrong of ['', 'A'.repeat(key.length), `${key}A`])
    assert.equal((await ask(`${here}?key=${wrong}`)).status, 404)
  const response = await ask(`${here}?key=${key}`)
  assert.equal(response.status, 200)
  const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
  assert.equal((await ask(here, { cookie })).status, 200)
  assert.equal((await ask(here, { cookie: `${cookie.slice(0, -6)}AAAAAA` })).status, 404)
  assert.equal((await ask(`http://rebound.example/api/dev/mail?key=${key}`, { cookie })).status, 404)
  loadConfig({ DATA_DIR: testApp.dataDir, PUBLIC_URL: 'https://afterbell.example' })
  assert.equal((await ask(`http://127.0.0.1:3000/api/dev/mail?key=${key}`, { cookie })).status, 404)
  loadConfig({ DATA_DIR: testApp.dataDir })
})
