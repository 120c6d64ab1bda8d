/*
 * Attacks the whole application, configured as a public site. The attacks exploit knowledge of the source
 * code.
 */
import '#tests/support/runner/enable-info-log.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import test, { after, before } from 'node:test'
import { signUp } from '#contract/accounts/accounts.ts'
import { z, type ZodType } from 'zod'
import { apiRoutes } from '#server/app.ts'
import { config, loadConfig } from '#server/platform/config.ts'
import { startHttpServer } from '#server/platform/http/http-server.ts'
import { captureLog } from '#tests/support/app/captured-log.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

const site = 'https://afterbell.example'
const env = { PUBLIC_URL: site, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ env })
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

const elsewhere = [
  'https://evil.example',
  '//evil.example',
  String.raw`/\evil.example`,
  '/.//evil.example',
  '/..//evil.example',
  '/a/../..//evil.example',
  '/%2f/evil.example',
  'https://afterbell.example@evil.example',
  'https://afterbell.example.evil.example',
  'javascript:alert(1)',
]

test('links and redirects never lead to another site, no matter what the request contains', async () => {
  for (const callbackURL of elsewhere) {
    const query = new URLSearchParams({ token: 'made-up', callbackURL })
    const request = new Request(`${site}/api/auth/verify-email?${query}`, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    const response = await testApp.app.request(request)
    const target = new URL(response.headers.get('location') ?? '/', site)
    assert.equal(target.origin, site, callbackURL)
  }
})

test('an OAuth callback is accepted only with the state stored in the browser that started the sign-in', async () => {
  const begun = await ada.fetch('/api/session/google', { method: 'POST', headers: { origin: site } })
  const { url } = (await begun.json()) as { url: string }
  const asked = new URL(url)
  assert.equal(asked.origin, 'https://accounts.google.com')
  assert.equal(asked.searchParams.get('redirect_uri'), `${site}/api/auth/callback/google`)
  assert.equal(asked.searchParams.get('code_challenge_method'), 'S256')
  assert.match(begun.headers.getSetCookie().join(), /^__Host-state=[^;]+;.*HttpOnly; SameSite=Lax; Secure/)
  const state = asked.searchParams.get('state')!
  assert.ok(state.length >= 22, 'fewer than 128 random bits')
  for (const provider of ['google', 'evil']) {
    const back = await testApp
      .anonymousUser()
      .fetch(`/api/auth/callback/${provider}?${new URLSearchParams({ state, code: 'stolen' })}`)
    assert.equal(new URL(back.headers.get('location')!, site).origin, site)
    assert.ok(!back.headers.getSetCookie().some((line) => line.startsWith('__Host-session=')))
  }
})

test('session tokens are sent only in cookies with HttpOnly, SameSite, Secure and the __Host- prefix', async () => {
  const joined = await testApp.anonymousUser().fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: validPassword, remember: true }),
  })
  assert.equal(joined.status, 200)
  for (const line of joined.headers.getSetCookie()) {
    assert.match(line, /^__Host-\w+=[^;]+;.*Path=\/; HttpOnly; SameSite=Lax; Secure/)
    assert.ok(line.length < 4096)
  }
  assert.ok(!(await joined.text()).includes(joined.headers.getSetCookie()[0]!.slice(15, 50)))
})

test('every endpoint rejects undeclared fields in the request body, which prevents mass assignment', () => {
  const open = apiRoutes.flatMap((route) =>
    route.kind === 'endpoint' && route.endpoint.body && !isStrict(route.endpoint.body)
      ? [route.endpoint.path]
      : [],
  )
  assert.deepEqual(open, [])
})

/**
 * Returns whether a schema rejects unknown keys. A record schema with a fixed list of keys counts as strict,
 * because such a schema rejects unknown keys.
 */
function isStrict(body: ZodType): boolean {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    oneOf?: object[]
    anyOf?: object[]
    additionalProperties?: unknown
    propertyNames?: { enum?: string[] }
  }
  const forms = (schema.anyOf ?? schema.oneOf ?? [schema]) as (typeof schema)[]
  return forms.every((form) => form.additionalProperties === false || form.propertyNames?.enum !== undefined)
}

test('no endpoint that changes data uses the GET method', () => {
  const reading = apiRoutes.flatMap((route) =>
    route.kind === 'endpoint' && route.endpoint.method === 'GET' && route.endpoint.body
      ? [route.endpoint.path]
      : [],
  )
  assert.deepEqual(reading, [])
})

test('request bodies with field names such as constructor or prototype are rejected', async () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const response = await ada.fetch('/api/me/profile', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: `{"bio":"x","${name}":{"isAdmin":true,"role":"admin"}}`,
    })
    assert.equal(response.status, 422, name)
  }
  assert.equal(({} as Record<string, unknown>)['isAdmin'], undefined)
})

test('signing out clears the browser cache, which may hold restricted media', async () => {
  const eve = await testApp.signUpMember('eve')
  const out = await eve.fetch('/api/session', { method: 'DELETE' })
  assert.equal(out.headers.get('clear-site-data'), '"cache"')
})

test('the security log contains IDs but no submitted text', async () => {
  const { lines, end } = captureLog()
  try {
    const mia = await testApp.signUpMember('mia')
    const wrong = { email: 'mia@example.com', password: 'not-the-password-7', remember: false }
    const json = { 'content-type': 'application/json' }
    await testApp
      .anonymousUser()
      .fetch('/api/session', { method: 'POST', headers: json, body: JSON.stringify(wrong) })
    await mia.fetch('/api/mod/cases')
    await mia.fetch('/api/me/profile', { method: 'PATCH', headers: json, body: '{"role":"admin"}' })
    await mia.fetch('/api/session', { method: 'DELETE', headers: { origin: 'https://evil.example' } })
    await mia.fetch('/api/session', { method: 'DELETE' })
    const result = lines.map((line) => JSON.parse(line) as Record<string, string>)
    const found = result.map(({ message, code, userId }) => [message, code, userId === mia.id])
    assert.deepEqual(found, [
      ['signed in', undefined, true],
      ['request rejected', 'sign_in_failed', false],
      ['request rejected', 'not_found', true],
      ['request rejected', 'invalid_input', true],
      ['request rejected', 'foreign_origin', false],
      ['signed out', undefined, true],
    ])
    for (const { time, requestId, message } of result) {
      assert.ok(time!.endsWith('Z'))
      if (message === 'request rejected') assert.match(requestId!, /^[0-9a-f-]{36}$/)
    }
    const all = lines.join('')
    for (const word of ['mia@', 'not-the-password', 'role', mia.cookies.get('__Host-session') ?? 'cookie'])
      assert.ok(!all.includes(word), word)
  } finally {
    end()
  }
})

test('signing up with the admin’s address gives no admin rights until the address is confirmed', async () => {
  // Tests a public site and a local site, because a proxy on the same machine can forward public requests to
  // a local site.
  for (const [at, settings] of [env, {}].entries()) {
    const email = `head${at}@example.com`
    loadConfig({ DATA_DIR: testApp.dataDir, ...settings, ADMIN_EMAIL: email })
    const thief = testApp.anonymousUser()
    const body = { full_name: 'No Head', username: `no_head_${at}`, email, age: 19 }
    await thief.call(signUp, { body: { ...body, password: validPassword, terms: true } })
    const { me } = (await (await thief.fetch('/api/session')).json()) as { me: { role: string } }
    assert.equal(me.role, 'user')
  }
  loadConfig({ DATA_DIR: testApp.dataDir, ...env })
})

test('the HTTP parser rejects duplicate Content-Length headers, TRACE requests and headers with stray line breaks', async () => {
  const server = await startHttpServer(testApp.app, { port: 0, host: '127.0.0.1' })
  const { port } = server.address() as AddressInfo
  const status = async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(text)
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    await once(socket, 'close')
    return Buffer.concat(parts).toString('latin1')
  }
  try {
    const host = 'Host: afterbell.example\r\nConnection: close\r\n'
    const both = `POST /api/session HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n${host}\r\n`
    assert.match(await status(both), /^HTTP\/1\.1 400[^]*$/)
    assert.equal((await status(both)).match(/HTTP\/1\.1/g)?.length, 1, 'the smuggled one was answered')
    const twice = `POST /api/session HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`
    assert.match(await status(twice), /^HTTP\/1\.1 400/)
    for (const method of ['TRACE', 'CONNECT', 'TRACK']) {
      const response = await status(`${method} / HTTP/1.1\r\n${host}X-Secret: do-not-echo\r\n\r\n`)
      assert.doesNotMatch(response, /do-not-echo|HTTP\/1\.1 [25]/, method)
    }
    const split = `GET /api/session HTTP/1.1\r\n${host}X-A: a\n b: c\r\n\u0000: x\r\n\r\n`
    assert.match(await status(split), /^HTTP\/1\.1 400/)
    const fine = await status(`GET /healthz HTTP/1.1\r\n${host}\r\n`)
    assert.match(fine, /^HTTP\/1\.1 200/)
    assert.doesNotMatch(fine, /^(?:server|x-powered-by):/im)
  } finally {
    server.close()
  }
})

test('the web attack tests run with the settings of a public site', () => {
  assert.deepEqual([config.publicUrl, config.isLocal], [site, false])
})
