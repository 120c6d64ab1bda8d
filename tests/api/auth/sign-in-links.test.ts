import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { checkUsername, signIn } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { requestSignInLink, getSignInLink, signInWithLink } from '#contract/auth/sign-in.ts'
import { sessionLifetimes } from '#contract/limits.ts'
import { renewSession } from '#server/auth/sessions.ts'
import { deleteExpiredSignIns } from '#server/auth/expired-sign-ins.ts'
import { loadViewerFromHeaders } from '#server/auth/load-viewer.ts'
import { db } from '#server/platform/db/db.ts'
import { createApp } from '#server/platform/http/app.ts'
import { defineRawRoute } from '#server/platform/http/routes.ts'
import { registerPageRoutes } from '#server/platform/http/page-route-patterns.ts'
import { validPassword, type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { listSentEmails, waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

const day = 24 * 3600_000
const spent = '422 Sign In Failed / This link has expired or was already used. Request a new one.'

async function linkFor(name: string, next?: string): Promise<URL> {
  await testApp
    .anonymousUser()
    .call(requestSignInLink, { body: { email: `${name}@example.com`, ...(next && { next }) } })
  return extractFirstLink(await waitForEmail(testApp, `${name}@example.com`, 'Your sign-in link'))
}

test('a sign-in link works once, and opening the sign-in page does not use up the link', async () => {
  const visitor = await testApp.signUpMember('ada')
  registerPageRoutes(['watch/:id', 'search'])
  const page = `/watch/${randomUUID()}`
  const link = await linkFor('ada', page)
  assert.equal(link.pathname, '/login/link')
  assert.equal(link.searchParams.get('next'), page)
  const token = link.searchParams.get('token')!
  const openLink = () => testApp.anonymousUser().call(getSignInLink, { query: { token } })
  assert.deepEqual(await openLink(), { email: 'ada@example.com', username: 'ada' })
  assert.deepEqual(await openLink(), { email: 'ada@example.com', username: 'ada' })

  // This request comes from the browser that signed up, so the password is kept
  // (unconfirmed-email-takeover.test.ts covers other browsers).
  const { me, password_removed } = await visitor.call(signInWithLink, { body: { token } })
  assert.deepEqual([me?.username, me?.email_confirmed, password_removed], ['ada', true, false])
  assert.equal((await visitor.call(getSession, {})).me?.username, 'ada')
  assert.equal(await expectApiError(testApp.anonymousUser().call(signInWithLink, { body: { token } })), spent)
  assert.equal(await expectApiError(openLink()), spent)
  await testApp.anonymousUser().call(signIn, { body: { email: 'ada@example.com', password: validPassword } })
})

test('a sign-in email contains no text from the person who requested it', async () => {
  registerPageRoutes(['watch/:id', 'search'])
  const cases = [
    ['lena', '/watch/call-0900-555-now', null],
    ['lotte', '/you-have-won', null],
    ['lucy', '/search?q=you+have+won#call', '/search'],
  ] as const
  for (const [name, asked, mailed] of cases) {
    await testApp.signUpMember(name)
    assert.equal((await linkFor(name, asked)).searchParams.get('next'), mailed)
  }
})

test('requesting a sign-in link gets the same response for known and unknown addresses', async () => {
  await testApp.signUpMember('grace')
  const ask = async (email: string) => {
    const response = await testApp.anonymousUser().fetch('/api/session/link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    return [response.status, await response.text(), [...response.headers.keys()].toSorted().join()]
  }
  assert.deepEqual(await ask('nobody-here@example.com'), await ask('grace@example.com'))
  const token = extractFirstLink(
    await waitForEmail(testApp, 'grace@example.com', 'sign-in link'),
  ).searchParams.get('token')!
  assert.ok(!(await listSentEmails(testApp)).some(({ to }) => to === 'nobody-here@example.com'))
  const rows = await db.selectFrom('sign_in_links').selectAll().execute()
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token))
})

test('only one of ten concurrent requests with the same sign-in link signs in', async () => {
  await testApp.signUpMember('race')
  const token = (await linkFor('race')).searchParams.get('token')!
  const tries = Array.from({ length: 10 }, () =>
    testApp
      .anonymousUser()
      .call(signInWithLink, { body: { token } })
      .then(
        () => 'in',
        () => 'out',
      ),
  )
  assert.equal((await Promise.all(tries)).filter((how) => how === 'in').length, 1)
})

test('an expired sign-in link is rejected', async () => {
  await testApp.signUpMember('late')
  const token = (await linkFor('late')).searchParams.get('token')!
  await db.updateTable('sign_in_links').set({ expires_at: new Date() }).execute()
  assert.equal(await expectApiError(testApp.anonymousUser().call(signInWithLink, { body: { token } })), spent)
})

test('signing in always issues a new session token and ends the previous session', async () => {
  const ben = await testApp.signUpMember('ben')
  const planted = ben.cookies.get('session')!
  await ben.call(signIn, { body: { email: 'ben@example.com', password: validPassword } })
  assert.notEqual(ben.cookies.get('session'), planted)
  const thief = testApp.anonymousUser()
  thief.cookies.set('session', planted)
  assert.equal((await thief.call(getSession, {})).me, null)
})

/** Makes the person's sessions expire in `left` milliseconds. */
function expireIn(person: TestUser, left: number) {
  const expires_at = new Date(Date.now() + left)
  return db.updateTable('sessions').set({ expires_at }).where('user_id', '=', person.id).execute()
}

async function sessionsOf(person: TestUser) {
  return db.selectFrom('sessions').selectAll().where('user_id', '=', person.id).execute()
}

test('using a session with “remember me” extends the session to 30 days, at most once a day', async () => {
  const cleo = await testApp.signUpMember('cleo')
  await cleo.call(signIn, { body: { email: 'cleo@example.com', password: validPassword, remember: true } })
  const use = async (path = '/api/me/content') => (await cleo.fetch(path)).headers.getSetCookie()
  assert.deepEqual(await use(), [], 'a fresh session is left alone')

  await expireIn(cleo, 28 * day)
  const [cookie] = await use()
  assert.match(cookie!, /^session=.*Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  const [row] = await sessionsOf(cleo)
  assert.ok(row!.expires_at.getTime() - Date.now() > sessionLifetimes.remembered.for - 60_000)
  assert.deepEqual(await use(), [])

  await expireIn(cleo, 60_000)
  const { expires_at } = await cleo.call(getSession, {})
  assert.ok(Date.parse(expires_at!) - Date.now() > 29 * day, 'the answer names the new end')
  await expireIn(cleo, -1)
  assert.equal((await cleo.call(getSession, {})).me, null)
})

test('a session without “remember me” expires one day after its last use', async () => {
  const dora = await testApp.signUpMember('dora')
  await dora.call(signIn, { body: { email: 'dora@example.com', password: validPassword } })
  const [fresh] = await sessionsOf(dora)
  assert.equal(fresh!.remembered, false)
  assert.ok(fresh!.expires_at.getTime() - Date.now() <= day)
  await expireIn(dora, 60_000)
  assert.deepEqual((await dora.fetch('/api/me/content')).headers.getSetCookie(), [])
  const [row] = await sessionsOf(dora)
  assert.ok(row!.expires_at.getTime() - Date.now() > day - 60_000)
})

test('many concurrent requests renew a session with one database write', async () => {
  const finn = await testApp.signUpMember('finn')
  await finn.call(signIn, { body: { email: 'finn@example.com', password: validPassword, remember: true } })
  await expireIn(finn, 10 * day)
  const responses = await Promise.all(Array.from({ length: 12 }, () => finn.fetch('/api/me/content')))
  assert.equal(responses.filter((response) => response.headers.getSetCookie().length > 0).length, 1)
})

test('responses that a shared cache may store never set a cookie', async () => {
  const gus = await testApp.signUpMember('gus')
  await gus.call(signIn, { body: { email: 'gus@example.com', password: validPassword, remember: true } })
  await expireIn(gus, 10 * day)
  const cacheableRoute = (path: string, control: string) =>
    defineRawRoute(['GET'], path, () => new Response('', { headers: { 'cache-control': control } }))
  const routes = [
    cacheableRoute('/shared', 'public, max-age=60'),
    cacheableRoute('/own', 'private, no-cache'),
  ]
  const app = createApp({
    routes,
    loadViewer: loadViewerFromHeaders,
    renewSession: renewSession,
    site: { name: '', url: '' },
  })
  const cookiesOf = async (path: string) => {
    const headers = { cookie: `session=${gus.cookies.get('session')}` }
    return (await app.request(path, { headers })).headers.getSetCookie()
  }
  assert.deepEqual(await cookiesOf('/shared'), [])
  assert.equal((await cookiesOf('/own')).length, 1)
})

test('deletes expired sessions and expired verification tokens', async () => {
  const gone = await testApp.signUpMember('gone')
  await expireIn(gone, -1000)
  const [session] = await sessionsOf(gone)
  await db
    .insertInto('verifications')
    .values({ identifier: 'old', value: 'x', expires_at: new Date(0) })
    .execute()
  await deleteExpiredSignIns()
  assert.deepEqual(await sessionsOf(gone), [])
  assert.ok(session)
  const left = await db.selectFrom('verifications').select('id').where('identifier', '=', 'old').execute()
  assert.deepEqual(left, [])
})

test('the username availability check ignores case', async () => {
  await testApp.signUpMember('Mona_1')
  const free = async (username: string) =>
    (await testApp.anonymousUser().call(checkUsername, { params: { username } })).available
  assert.deepEqual([await free('mona_1'), await free('monaX1'), await free('mona_2')], [false, true, true])
  assert.match(await expectApiError(free('a b')), /^422 Invalid username/)
})
