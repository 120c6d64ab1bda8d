import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signIn, signOut } from '#contract/accounts/accounts.ts'
import { changePassword } from '#contract/auth/passwords.ts'
import { authAndContactRateLimits, type AuthAndContactRateLimitName } from '#contract/limits.ts'
import { consumeAttempts, deleteExpiredFailedAttempts } from '#server/rate-limits/login-throttle.ts'
import { db } from '#server/platform/db/db.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { signInTestUserWithPasskey } from '#tests/support/clients/passkey-ceremonies.ts'
import { SoftwarePasskey } from '#tests/support/clients/software-passkey.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
})
after(() => testApp.close())

/** Each request comes from a different IP address unless the test passes an IP address. */
let addresses = 0
const nextAddress = () => `198.51.100.${(addresses += 1)}`

function send(person: TestUser, path: string, body: object, address = nextAddress()): Promise<Response> {
  return person.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
}

const signInWrongly = (email: string, address?: string, by = testApp.anonymousUser()) =>
  send(by, '/api/session', { email, password: 'not-the-one' }, address)
const signInCorrectly = (email: string, address?: string, by = testApp.anonymousUser()) =>
  send(by, '/api/session', { email, password: validPassword }, address)

/** Counts the responses by status. */
function countStatuses(responses: Response[]): Record<number, number> {
  return Object.fromEntries(
    [...new Set(responses.map(({ status }) => status))].map((status) => [
      status,
      responses.filter((response) => response.status === status).length,
    ]),
  )
}

const times = <T>(many: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, at) => work(at)))

/**
 * Inserts failed attempts directly into the database, because checking that many passwords would take too
 * long.
 */
async function recordAttempts(limit: AuthAndContactRateLimitName, what: string, many: number) {
  for (let at = 0; at < many; at += 1) await consumeAttempts([limit, what])
}

/** Moves all recorded attempts into the past by this number of minutes. */
const passMinutes = (minutes: number) =>
  sql`update rate_limits set attempts = array(select t - make_interval(mins => ${minutes}) from unnest(attempts) t),
    expires_at = expires_at - make_interval(mins => ${minutes})`.execute(db)

test('signing in to an account returns 429 after ten wrong passwords in 15 minutes', async () => {
  const ada = await testApp.signUpMember('ada')
  await ada.call(signOut, {})
  for (const email of ['ada@example.com', 'nobody-of-this-name@example.com']) {
    const responses = await times(50, () => signInWrongly(email))
    assert.deepEqual(countStatuses(responses), { 401: 10, 429: 40 }, email)
    const told = await signInWrongly(email)
    const wait = Number(told.headers.get('retry-after'))
    assert.ok(wait > 840 && wait <= 900, `${wait}`)
    assert.deepEqual(((await told.json()) as { error: object }).error, {
      code: 'too_many_guesses',
      title: 'Too many attempts',
      detail: 'There were too many failed attempts. Please wait before you try again.',
    })
  }
  assert.equal(
    (await signInCorrectly('ada@example.com')).status,
    429,
    'even the correct password is refused in a new browser',
  )
  assert.equal(
    (await send(testApp.anonymousUser(), '/api/auth/token', password('ada'))).status,
    429,
    'nor a program',
  )

  assert.equal(
    (await signInCorrectly('ada@example.com', undefined, ada)).status,
    200,
    'a browser that signed in before can still sign in',
  )
  await passMinutes(authAndContactRateLimits.account.minutes)
  assert.equal((await signInCorrectly('ada@example.com')).status, 200, 'and after a while, any')
})

const password = (name: string) => ({
  grant_type: 'password',
  email: `${name}@example.com`,
  password: validPassword,
})

test('a browser that has signed in to an account before has its own limit of ten sign-in attempts for that account', async () => {
  const [ben, cleo] = [await testApp.signUpMember('ben'), await testApp.signUpMember('cleo')]
  await ben.call(signOut, {})
  const own = await times(12, () => signInWrongly('ben@example.com', undefined, ben))
  assert.deepEqual(countStatuses(own), { 401: 10, 429: 2 })
  assert.equal((await signInCorrectly('ben@example.com')).status, 200, 'which keeps no other browser out')
  await recordAttempts('account', 'ben@example.com', 9)
  const others = await times(3, () => signInWrongly('ben@example.com', undefined, cleo))
  assert.deepEqual(countStatuses(others), { 401: 1, 429: 2 })
  const [name, cookieValue] = [...ben.cookies].find(([key]) => key === 'device')!
  const forged = testApp.anonymousUser()
  forged.cookies.set(name, cookieValue.slice(0, -6) + 'AAAA%3D')
  assert.equal(
    (await signInCorrectly('ben@example.com', undefined, forged)).status,
    429,
    'a forged cookie does not count',
  )
})

test('an IP address is limited to 25 failed sign-in attempts in five minutes across all accounts', async () => {
  const dora = await testApp.signUpMember('dora')
  await dora.call(signOut, {})
  const here = '203.0.113.9'
  await recordAttempts('address', here, 20)
  const responses = await times(8, (at) => signInWrongly(`somebody-${at}@example.com`, here))
  assert.deepEqual(countStatuses(responses), { 401: 5, 429: 3 })
  assert.equal((await signInCorrectly('dora@example.com', here)).status, 429)
  assert.equal((await signInCorrectly('dora@example.com', here, dora)).status, 200)
  assert.equal((await signInCorrectly('dora@example.com')).status, 200)

  const reset = { token: 'made-up', password: 'another-kayak-7' }
  assert.equal((await send(testApp.anonymousUser(), '/api/password/reset', reset, here)).status, 429)
  const link = await testApp.anonymousUser().fetch('/api/session/link', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': here },
    body: JSON.stringify({ token: 'made-up' }),
  })
  assert.equal(link.status, 429)
  await passMinutes(authAndContactRateLimits.address.minutes)
  assert.equal((await signInCorrectly('dora@example.com', here)).status, 200)
})

test('login throttling counts an IPv6 /64 as one address', async () => {
  await recordAttempts('address', '2001:db8:7:7::/64', 22)
  const responses = await times(5, (at) => signInWrongly(`v6-${at}@example.com`, `2001:db8:7:7::${at + 1}`))
  assert.deepEqual(countStatuses(responses), { 401: 3, 429: 2 })
  assert.equal((await signInWrongly('v6@example.com', '2001:db8:7:8::1')).status, 401)
})

test('login throttling counts invalid links, invalid reset tokens and sign-ups with registered addresses as failed attempts', async () => {
  await testApp.signUpMember('erin')
  const tries = {
    reset: (from: string) =>
      send(testApp.anonymousUser(), '/api/password/reset', { token: 'x', password: 'another-kayak-7' }, from),
    taken: (from: string, at: number) =>
      send(
        testApp.anonymousUser(),
        '/api/accounts',
        { ...joining(`erin${at}`), email: 'erin@example.com' },
        from,
      ),
  }
  for (const [name, attempt] of Object.entries(tries)) {
    const address = nextAddress()
    await recordAttempts('address', address, 23)
    const responses = await times(4, (at) => attempt(address, at))
    assert.equal(countStatuses(responses)[429], 2, name)
  }
})

const joining = (username: string) => ({
  full_name: 'Erin Example',
  email: `${username}@example.com`,
  age: 16,
  username,
  password: validPassword,
  terms: true,
})

test('successful sign-ins do not count toward the login limit, so a whole class can sign in from one IP address', async () => {
  await testApp.signUpMember('finn')
  const address = nextAddress()
  await recordAttempts('address', address, 12)
  assert.deepEqual(countStatuses(await times(30, () => signInCorrectly('finn@example.com', address))), {
    200: 30,
  })
})

test('too many sign-in link requests or username checks from one IP address are rejected with status 429', async () => {
  const address = nextAddress()
  const ask = (at: number) => {
    const path = at % 2 ? '/api/session/link' : '/api/password/forgot'
    return send(testApp.anonymousUser(), path, { email: `a${at}@example.com` }, address)
  }
  await recordAttempts('emailRequests', address, authAndContactRateLimits.emailRequests.most - 2)
  assert.deepEqual(countStatuses(await times(4, ask)), { 202: 2, 429: 2 })
  const checkName = (at: number) =>
    testApp
      .anonymousUser()
      .fetch(`/api/usernames/somebody_${at}`, { headers: { 'x-forwarded-for': address } })
  await recordAttempts('usernames', address, authAndContactRateLimits.usernames.most - 2)
  assert.deepEqual(countStatuses(await times(4, checkName)), { 200: 2, 429: 2 })
})

test('a signed-in user can enter a wrong current password only a limited number of times', async () => {
  const gus = await testApp.signUpMember('gus')
  const body = { password: 'a-new-lantern-8', current_password: 'not-the-one' }
  await recordAttempts('currentPassword', gus.id, authAndContactRateLimits.currentPassword.most - 1)
  assert.match(await expectApiError(gus.call(changePassword, { body })), /^422 Change failed/)
  assert.match(await expectApiError(gus.call(changePassword, { body })), /^429 Too many attempts/)
  const known = { ...body, current_password: validPassword }
  assert.match(await expectApiError(gus.call(changePassword, { body: known })), /^429 /)
  await passMinutes(authAndContactRateLimits.currentPassword.minutes)
  await gus.call(changePassword, { body: known })
  await gus.call(signIn, { body: { email: 'gus@example.com', password: 'a-new-lantern-8' } })
})

test('password changes are rate-limited, so an intruder cannot keep invalidating the owner’s emailed links', async () => {
  const ivo = await testApp.signUpMember('ivo')
  await recordAttempts('passwordChanges', ivo.id, authAndContactRateLimits.passwordChanges.most - 1)
  const body = { password: 'a-new-lantern-8', current_password: validPassword }
  await ivo.call(changePassword, { body })
  const again = { password: 'a-new-lantern-9', current_password: body.password }
  assert.match(await expectApiError(ivo.call(changePassword, { body: again })), /^429 Too many attempts/)
  await passMinutes(authAndContactRateLimits.passwordChanges.minutes)
  await ivo.call(changePassword, { body: again })
})

test('passkey sign-ins are rate-limited', async () => {
  await db.deleteFrom('rate_limits').execute()
  const stranger = new SoftwarePasskey()
  const attempt = () => expectApiError(signInTestUserWithPasskey(testApp.anonymousUser(), stranger))
  const failed =
    '401 Sign In Failed / This passkey doesn’t belong to an account on this site. Sign in another way and check your passkeys.'
  for (let at = 0; at < authAndContactRateLimits.address.most; at += 1) assert.equal(await attempt(), failed)
  assert.match(await attempt(), /^429 Too many attempts/)
  await db.deleteFrom('rate_limits').execute()
  const address = '192.0.2.7'
  for (let at = 0; at < authAndContactRateLimits.passkeys.most; at += 1)
    await consumeAttempts(['passkeys', address])
  await assert.rejects(consumeAttempts(['passkeys', address]), { code: 'too_many_guesses' })
  await db.deleteFrom('rate_limits').execute()
})

test('failed-attempt counters contain no names and are deleted within a day', async () => {
  await testApp.signUpMember('hana')
  for (let at = 0; at < 3; at += 1) await signInWrongly('hana@example.com', '192.0.2.77')
  const rows = await db.selectFrom('rate_limits').selectAll().execute()
  const text = JSON.stringify(rows)
  for (const secret of ['hana', 'example.com', '192.0.2']) assert.ok(!text.includes(secret), secret)
  assert.ok(rows.every(({ key }) => /^[\w-]{43}$/.test(key)))
  const latest = Math.max(...rows.map(({ expires_at }) => expires_at.getTime()))
  assert.ok(latest - Date.now() < 24 * 3600_000 + 1000)
  await passMinutes(24 * 60)
  await deleteExpiredFailedAttempts()
  assert.deepEqual(await db.selectFrom('rate_limits').selectAll().execute(), [])
})
