/*
 * Tests the lifecycle of a session. A session is created at sign-in, belongs to one account, and ends on
 * sign-out, expiry or a change of credentials.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { completeSocialSignUp, signIn, signUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { changePassword, sendPasswordResetEmail, resetPassword } from '#contract/auth/passwords.ts'
import { requestSignInLink, createAccessToken, signInWithLink } from '#contract/auth/sign-in.ts'
import { setUserRole } from '#server/moderation/staff/roles.ts'
import { loadConfig } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import {
  confirmUserEmail,
  getTestCredentials,
  getTestUserEmail,
  type TestApp,
  fetchUsername,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'
import {
  type SentEmail,
  listSentEmails,
  waitForEmail,
  extractFirstLink,
} from '#tests/support/app/sent-emails.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

/** Signs the same person in with another browser. */
async function alsoAs(name: string): Promise<TestUser> {
  const other = testApp.anonymousUser()
  await other.call(signIn, { body: getTestCredentials(name) })
  return other
}

/** Sends a request with a stolen copy of the session cookie. */
function copyOf({ cookies }: TestUser): TestUser {
  const thief = testApp.anonymousUser()
  for (const [name, value] of cookies) thief.cookies.set(name, value)
  return thief
}

async function tokenIn(name: string, subject: string): Promise<string> {
  return extractFirstLink(await waitForEmail(testApp, getTestUserEmail(name), subject)).searchParams.get(
    'token',
  )!
}

test('signing in or signing up never reuses a session cookie planted by an attacker', async () => {
  const mallory = await testApp.signUpMember('mallory')
  await confirmUserEmail(await testApp.signUpMember('ada'))
  const ways: Record<string, (victim: TestUser) => Promise<unknown>> = {
    password: (victim) => victim.call(signIn, { body: getTestCredentials('ada') }),
    link: async (victim) => {
      await victim.call(requestSignInLink, { body: { email: getTestUserEmail('ada') } })
      await victim.call(signInWithLink, { body: { token: await tokenIn('ada', 'sign-in link') } })
    },
    joining: (victim) =>
      victim.call(signUp, {
        body: {
          ...getTestCredentials('newcomer'),
          full_name: 'N',
          age: 16,
          username: 'newcomer',
          terms: true,
        },
      }),
  }
  for (const [way, enter] of Object.entries(ways)) {
    const planted = await alsoAs('mallory')
    const victim = copyOf(planted)
    await enter(victim)
    assert.notEqual(victim.cookies.get('session'), planted.cookies.get('session'), way)
    assert.equal(await fetchUsername(planted), null, `${way}: the planted session is over`)
  }
  assert.equal(await fetchUsername(mallory), 'mallory', 'her other one is not')
  const made = testApp.anonymousUser()
  made.cookies.set('session', 'chosen-by-me.AAAA')
  await made.call(signIn, { body: getTestCredentials('ada') })
  assert.doesNotMatch(made.cookies.get('session')!, /^chosen/)
})

test('getting a staff role or completing a sign-up invalidates the user’s earlier sessions', async () => {
  const mod = await testApp.signUpMember('minder', 19)
  await confirmUserEmail(mod)
  await setUserRole(getTestUserEmail('minder'), 'moderator')
  assert.equal(await fetchUsername(mod), null)
  await mod.call(signIn, { body: getTestCredentials('minder') })
  assert.equal((await mod.call(getSession, {})).me?.role, 'moderator')

  const halfway = await testApp.signUpMember('halfway')
  await db.deleteFrom('profiles').where('user_id', '=', halfway.id).execute()
  await db.deleteFrom('private_details').where('user_id', '=', halfway.id).execute()
  const copied = copyOf(halfway)
  assert.equal((await halfway.call(getSession, {})).unfinished, true)
  await halfway.call(completeSocialSignUp, {
    body: { full_name: 'H', age: 16, username: 'finished', terms: true },
  })
  assert.equal(await fetchUsername(halfway), 'finished')
  assert.equal(await fetchUsername(copied), null)
})

test('changing the password ends all other sessions, tokens and emailed links', async () => {
  const ben = await testApp.signUpMember('ben')
  const elsewhere = await alsoAs('ben')
  const { access_token } = await testApp
    .anonymousUser()
    .call(createAccessToken, { body: { grant_type: 'password', ...getTestCredentials('ben') } })
  await ben.call(requestSignInLink, { body: { email: getTestUserEmail('ben') } })
  await ben.call(sendPasswordResetEmail, { body: { email: getTestUserEmail('ben') } })
  const [link, token] = [await tokenIn('ben', 'sign-in link'), await tokenIn('ben', 'new password')]

  await ben.call(changePassword, { body: { password: 'another-kayak-7' } })
  assert.deepEqual([await fetchUsername(ben), await fetchUsername(elsewhere)], ['ben', null])
  await waitForEmail(testApp, getTestUserEmail('ben'), 'was changed')
  const program = await testApp
    .anonymousUser()
    .fetch('/api/me/content', { headers: { authorization: `Bearer ${access_token}` } })
  assert.equal(program.status, 401)
  assert.match(
    await expectApiError(testApp.anonymousUser().call(signInWithLink, { body: { token: link } })),
    /^422 /,
  )
  const reset = { token, password: 'third-kayak-11' }
  assert.match(
    await expectApiError(testApp.anonymousUser().call(resetPassword, { body: reset })),
    /^422 Change failed/,
  )
})

test('a password reset ends every session, and the reset link works only once', async () => {
  const cleo = await testApp.signUpMember('cleo')
  const ask = () => cleo.call(sendPasswordResetEmail, { body: { email: getTestUserEmail('cleo') } })
  await ask()
  const token = await tokenIn('cleo', 'new password')
  await ask()
  const other = await waitUntil(async () =>
    (await listSentEmails(testApp)).map(tokenOf).find((one) => one !== null && one !== token),
  )
  await cleo.call(requestSignInLink, { body: { email: getTestUserEmail('cleo') } })
  const link = await tokenIn('cleo', 'sign-in link')

  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      testApp.anonymousUser().call(resetPassword, { body: { token, password: `kayak-number-${at}` } }),
    ),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await fetchUsername(cleo), null)
  const again = testApp
    .anonymousUser()
    .call(resetPassword, { body: { token: other, password: 'fourth-kayak-1' } })
  assert.match(await expectApiError(again), /^422 Change failed/)
  assert.match(
    await expectApiError(testApp.anonymousUser().call(signInWithLink, { body: { token: link } })),
    /^422 /,
  )
  const kept = JSON.stringify(await db.selectFrom('verifications').selectAll().execute())
  assert.ok(!kept.includes(token) && !kept.includes(other), 'the table opens nothing to who reads it')
})

const tokenOf = (sentEmail: SentEmail) =>
  sentEmail.to === getTestUserEmail('cleo') && sentEmail.subject.includes('new password')
    ? extractFirstLink(sentEmail).searchParams.get('token')
    : null

test('a sign-in link works for only one of fifty concurrent requests', async () => {
  await confirmUserEmail(await testApp.signUpMember('dora'))
  await testApp.anonymousUser().call(requestSignInLink, { body: { email: getTestUserEmail('dora') } })
  const token = await tokenIn('dora', 'sign-in link')
  const were = await count('dora')
  const tries = await Promise.allSettled(
    Array.from({ length: 50 }, () => testApp.anonymousUser().call(signInWithLink, { body: { token } })),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await count('dora'), were + 1)
})

async function count(name: string): Promise<number> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.email', '=', getTestUserEmail(name))
    .execute()
  return rows.length
}

test('emailed links use the configured public URL, whatever the request headers contain', async () => {
  loadConfig({ DATA_DIR: testApp.dataDir, PUBLIC_URL: 'https://afterbell.example', TRUST_PROXY: '127.0.0.1' })
  const evil = {
    'content-type': 'application/json',
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '203.0.113.1, 127.0.0.1',
    'x-original-host': 'evil.example',
    'x-host': 'evil.example',
    forwarded: 'for=1.2.3.4;host=evil.example;proto=http',
  }
  const ask = (path: string, body: object) =>
    testApp.app.request(
      new Request(`http://evil.example${path}`, {
        method: 'POST',
        headers: evil,
        body: JSON.stringify(body),
      }),
    )
  const email = getTestUserEmail('erin')
  const joining = { ...getTestCredentials('erin'), full_name: 'Erin', age: 16, username: 'erin', terms: true }
  assert.equal((await ask('/api/accounts', joining)).status, 201)
  assert.equal((await ask('/api/session/link', { email })).status, 202)
  assert.equal((await ask('/api/password/forgot', { email })).status, 202)
  for (const subject of ['Confirm your email', 'sign-in link', 'new password']) {
    const { text } = await waitForEmail(testApp, email, subject)
    const links = text.match(/\w+:\/\/[^/\s]+/g)
    assert.deepEqual([...new Set(links)], ['https://afterbell.example'], subject)
    assert.ok(!text.includes('evil'), subject)
  }
  loadConfig({ DATA_DIR: testApp.dataDir })
})
