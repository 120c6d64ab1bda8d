/* Tests how many emails an anonymous sender can trigger, and to how many addresses. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn, signUp } from '#contract/accounts/accounts.ts'
import { sendPasswordResetEmail } from '#contract/auth/passwords.ts'
import { authAndContactRateLimits } from '#contract/limits.ts'
import { requestSignInLink } from '#contract/auth/sign-in.ts'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { validPassword, type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { TestMailServer } from '#tests/support/servers/mail-server.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

const mailServer = new TestMailServer()
let testApp: TestApp
before(async () => {
  const env = { SMTP_URL: await mailServer.open(), TRUST_PROXY: '127.0.0.1' }
  testApp = await startTestApp({ working: true, env })
})
after(async () => {
  await testApp.close()
  await mailServer.close()
})

const joining = (username: string, email: string) => ({
  full_name: 'Some Stranger',
  email,
  age: 16,
  username,
  password: validPassword,
  terms: true as const,
})

/** Waits until all queued email has been sent. */
async function delivered() {
  await waitUntil(async () => {
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from pgboss.job
      where name in ('confirm-email', 'reset-link', 'sign-in-link', 'send-mail') and state in ('created', 'active', 'retry')`.execute(
      db,
    )
    return rows[0]!.left === 0
  })
}

const lettersTo = (email: string) =>
  mailServer.letters.filter((sentEmail) => sentEmail.includes(`To: ${email}`)).length

test('the hourly email limit for an address counts all kinds of email together', async () => {
  const email = 'victim@example.com'
  await testApp.anonymousUser().call(signUp, { body: joining('victim', email) })
  for (let at = 0; at < 15; at += 1) {
    await expectApiError(testApp.anonymousUser().call(signIn, { body: { email, password: validPassword } }))
    await testApp.anonymousUser().call(sendPasswordResetEmail, { body: { email } })
    await testApp.anonymousUser().call(requestSignInLink, { body: { email } })
    await testApp.anonymousUser().call(signUp, { body: joining(`victim_${at}`, email) })
  }
  await delivered()
  assert.ok(lettersTo(email) > 0)
  assert.ok(lettersTo(email) <= authAndContactRateLimits.emailsPerHour.most, `${lettersTo(email)} emails`)
})

test('email addresses that differ only in tags or dots share one email limit', async () => {
  await db.deleteFrom('rate_limits').execute()
  for (let at = 0; at < authAndContactRateLimits.emailsPerHour.most + 4; at += 1)
    await testApp
      .anonymousUser()
      .call(signUp, { body: joining(`tagged_${at}`, `ta${'.'.repeat(at % 2)}g+${at}@gmail.com`) })
  await delivered()
  const received = mailServer.letters.filter((sentEmail) =>
    /^To: ta\.?g\+\d+@gmail\.com/m.test(sentEmail),
  ).length
  assert.equal(received, authAndContactRateLimits.emailsPerHour.most)
})

test('limits the total number of emails that one IP address can request', async () => {
  await db.deleteFrom('rate_limits').execute()
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
  const email = 'other@example.com'
  await testApp.anonymousUser().call(signUp, { body: joining('other', email) })
  const ask = (path: string, body: object) =>
    testApp.anonymousUser().fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  for (let at = 0; at < authAndContactRateLimits.emailRequests.most; at += 1)
    assert.equal((await ask('/api/password/forgot', { email: `n${at}@example.com` })).status, 202)
  for (const [path, body] of [
    ['/api/password/forgot', { email }],
    ['/api/session/link', { email }],
    // With the correct password, this sign-in would send the confirmation email again.
    ['/api/session', { email, password: validPassword }],
  ] as const)
    assert.equal((await ask(path, body)).status, 429, path)
})
