/*
 * Responses must not reveal who has an account. If a request can trigger an email, known and unknown addresses
 * get byte-for-byte identical responses after the same delay.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { checkUsername, signIn, signUp } from '#contract/accounts/accounts.ts'
import { db } from '#server/platform/db/db.ts'
import { validPassword, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

const known = 'ada@example.com'
let testApp: TestApp
before(async () => {
  // No mail server listens at this address, so emails stay queued. Requests must not wait until an email has
  // been sent.
  testApp = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9', TRUST_PROXY: '127.0.0.1' } })
  await testApp.anonymousUser().call(signUp, { body: joining('ada', known) })
  await db.updateTable('users').set({ email_verified: true }).execute()
})
after(() => testApp.close())

const joining = (username: string, email: string) => ({
  full_name: 'Ada Example',
  email,
  age: 16,
  username,
  password: validPassword,
  terms: true as const,
})

let calls = 0

interface Way {
  path: string
  body(email: string, at: number): object
  status: number
}

const ways: Record<string, Way> = {
  'signing in': {
    path: '/api/session',
    body: (email) => ({ email, password: 'not-the-one' }),
    status: 401,
  },
  'signing in by a program': {
    path: '/api/auth/token',
    body: (email) => ({ grant_type: 'password', email, password: 'not-the-one' }),
    status: 401,
  },
  joining: { path: '/api/accounts', body: (email, at) => joining(`name_${at}`, email), status: 201 },
  'a new password': { path: '/api/password/forgot', body: (email) => ({ email }), status: 202 },
  'a sign-in link': { path: '/api/session/link', body: (email) => ({ email }), status: 202 },
}

async function ask({ path, body }: Way, email: string) {
  calls += 1
  const startedAt = performance.now()
  const response = await testApp.anonymousUser().fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}` },
    body: JSON.stringify(body(email, calls)),
  })
  const ms = performance.now() - startedAt
  const text = (await response.text()).replace(/"requestId":"[^"]+"/, '')
  const headers = [...response.headers].filter(
    ([name]) => name !== 'x-request-id' && !name.startsWith('content-sec'),
  )
  // Known addresses get a signed cookie, and unknown addresses get a random decoy of the same length. The two
  // values always differ, so they are removed before the comparison.
  for (const header of headers)
    if (header[0] === 'set-cookie') header[1] = header[1].replace(/[\w-]{43}\.[^;]+/, 'mark')
  return { ms, said: { status: response.status, text, headers } }
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!

test('responses for registered and unregistered email addresses are identical and take about equally long', async (whole) => {
  for (const [name, way] of Object.entries(ways))
    await whole.test(name, async (t) => {
      const spent = { known: [] as number[], unknown: [] as number[] }
      // Alternates between unknown and known addresses, so that other load on the machine affects both
      // equally.
      await ask(way, `warm-up-${name.length}@example.com`)
      for (let round = 0; round < 5; round += 1) {
        const unknown = await ask(way, `nobody-${name.length}-${round}@example.com`)
        const of = await ask(way, known)
        assert.equal(of.said.status, way.status)
        assert.deepEqual(of.said, unknown.said)
        spent.known.push(of.ms)
        spent.unknown.push(unknown.ms)
      }
      const [one, other] = [median(spent.known), median(spent.unknown)]
      const told = `${one.toFixed(1)} ms for a known address, ${other.toFixed(1)} ms for an unknown one`
      t.diagnostic(told)
      // Without a dummy password hash for unknown addresses, the response times would differ by a factor of
      // ten.
      assert.ok(Math.max(one, other) < 2.5 * Math.min(one, other) + 10, told)
      await db.deleteFrom('rate_limits').execute()
    })
})

test('signing up with an already registered email address still reserves the chosen username', async () => {
  const isFree = async (username: string) =>
    (await testApp.anonymousUser().call(checkUsername, { params: { username } })).available
  await testApp.anonymousUser().call(signUp, { body: joining('truly_new', 'truly-new@example.com') })
  await testApp.anonymousUser().call(signUp, { body: joining('not_so_new', known) })
  assert.deepEqual([await isFree('truly_new'), await isFree('not_so_new')], [false, false])
  const again = testApp.anonymousUser().call(signUp, { body: joining('not_so_new', 'third@example.com') })
  assert.match(await expectApiError(again), /^409 Username taken/)
})

test('only a correct password reveals that an address awaits confirmation', async () => {
  const email = 'waiting@example.com'
  await testApp.anonymousUser().call(signUp, { body: joining('waiting', email) })
  const attempt = (password: string) =>
    expectApiError(testApp.anonymousUser().call(signIn, { body: { email, password } }))
  assert.equal(await attempt('not-the-one'), '401 Sign In Failed / The email or password is incorrect.')
  assert.match(await attempt(validPassword), /^403 Sign In Failed \/ Please confirm your email first/)
})
