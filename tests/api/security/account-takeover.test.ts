/*
 * Tests attempts to take over another person's account: forged links, other identity providers, and errors
 * that leak information.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import test, { after, before } from 'node:test'
import { getSession } from '#contract/accounts/current-user.ts'
import { confirmEmail } from '#contract/auth/sign-in.ts'
import { getSigningSecret } from '#server/platform/signing-secret.ts'
import { serializeSignedCookie } from '#server/auth/cookies.ts'
import { hashToken } from '#server/auth/random-token.ts'
import { issueEmailToken } from '#server/auth/email-tokens.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { createApp } from '#server/platform/http/app.ts'
import { defineRawRoute } from '#server/platform/http/routes.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import type { ApiCallError } from '#web/api/api-client.ts'
import { type TestApp, startTestApp, TestUser } from '#tests/support/app/test-app.ts'
import {
  simulateProviderCallback,
  startProviderSignIn,
} from '#tests/support/servers/fake-identity-provider.ts'

const site = 'https://afterbell.example'
let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp({
    env: { PUBLIC_URL: site, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
  })
  ada = await testApp.signUpMember('ada')
})
after(() => testApp.close())

test('on a public site, every response enables HSTS for a year and prevents other origins from reading the response', async () => {
  const paths = [
    '/api/session',
    '/api/nothing',
    '/healthz',
    '/robots.txt',
    '/media/none/master.m3u8',
    '/api/mod/cases',
  ]
  for (const path of [...paths, '/api/uploads/00000000-0000-4000-8000-000000000000'])
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' }
      const response = await ada.fetch(path, { method, headers })
      assert.equal(
        response.headers.get('strict-transport-security'),
        'max-age=31536000; includeSubDomains',
        path,
      )
      assert.doesNotMatch(response.headers.get('access-control-allow-origin') ?? '', /evil|\*|null/, path)
      assert.equal(response.headers.get('access-control-allow-credentials'), null, path)
    }
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a signed token like the tokens in the confirmation links of earlier releases. */
function signedToken(claims: object): string {
  const body = `${part({ alg: 'HS256' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', getSigningSecret()).update(body).digest('base64url')}`
}

test('a forged, altered or expired confirmation link, or a link for another purpose, does not confirm the email address', async () => {
  const issue = (purpose: Parameters<typeof issueEmailToken>[1], hours = 1) =>
    transaction((tx) => issueEmailToken(tx, purpose, ada.id, hours))
  const confirm = (token: string) =>
    ada.call(confirmEmail, { body: { token } }).catch((refused: ApiCallError) => refused.code)
  const isConfirmed = async () => (await ada.call(getSession, {})).me?.email_confirmed
  const good = await issue('confirm-email')
  const now = Math.floor(Date.now() / 1000)
  const bad = [
    'made-up',
    `${good}A`,
    good.slice(1),
    await issue('confirm-email', -1),
    await issue('reset-password'),
    signedToken({ email: 'ada@example.com', iat: now, exp: now + 60 }),
    ada.cookies.get('__Host-session')!,
  ]
  for (const one of bad) {
    assert.equal(await confirm(one), 'confirmation_link_invalid')
    assert.equal(await isConfirmed(), false, one)
  }
  await confirm(good)
  assert.equal(await isConfirmed(), true, 'the good one does')

  // Values that the server has signed for another purpose are not accepted as session cookies.
  const live = decodeURIComponent(ada.cookies.get('__Host-session')!).split('.')[0]!
  for (const says of [`knows ${live}`, `age refused until ${live}`, good]) {
    const eve = testApp.anonymousUser()
    eve.cookies.set('__Host-session', serializeSignedCookie('x', says, 60).slice(2).split(';')[0]!)
    assert.equal((await eve.call(getSession, {})).me, null)
  }
})

test('accounts from an identity provider are matched by the user’s ID at the provider, never by email address alone', async () => {
  /** Signs in with a Google account that has these claims. */
  const signInAs = async (claims: object) => {
    const who = testApp.anonymousUser()
    const back = await simulateProviderCallback(who, await startProviderSignIn(who, 'google'), { claims })
    assert.equal(new URL(back.headers.get('location')!, site).origin, site)
    return who
  }
  const userOf = async (who: TestUser) => {
    const cookie = decodeURIComponent(who.cookies.get('__Host-session') ?? '')
    const row = db
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(cookie.split('.')[0]!))
    return (await row.executeTakeFirst())?.user_id
  }

  const bea = { sub: '1', email: 'bea@example.com', email_verified: true, name: 'Bea' }
  const first = await userOf(await signInAs(bea))
  assert.ok(first)
  assert.equal(
    await userOf(await signInAs({ ...bea, email: 'bea.new@example.com' })),
    first,
    'the same person',
  )
  const mia = await testApp.signUpMember('mia')
  const thief = { sub: '2', email: 'mia@example.com', email_verified: true, name: 'No Mia' }
  assert.equal(await userOf(await signInAs(thief)), undefined, 'her address is not confirmed here')
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', mia.id).execute()
  assert.equal(await userOf(await signInAs({ ...thief, email_verified: false })), undefined, 'nor there')
  assert.equal(await userOf(await signInAs(thief)), undefined, 'even if it is confirmed on both sites')

  // If unverified addresses were accepted, a stranger could create an account with another person's address
  // and would still have access when that person later started to use the account.
  const squatter = { sub: '3', email: 'later@example.com', email_verified: false, name: 'Squat' }
  assert.equal(await userOf(await signInAs(squatter)), undefined, 'an address that is confirmed nowhere')
  const made = db.selectFrom('users').select('id').where('email', '=', 'later@example.com')
  assert.equal(await made.executeTakeFirst(), undefined)
})

test('the response to an internal error reveals no details of the error', async () => {
  const boom = defineRawRoute(['GET'], '/boom', () => {
    throw new Error('select * from users at /srv/secret with hunter2')
  })
  const app = createApp({
    routes: [boom],
    loadViewer: async () => anonymousViewer,
    renewSession: async () => {},
    site: { name: 'x', url: site },
  })
  const lines: string[] = []
  const write = process.stdout.write
  process.stdout.write = ((text: string | Uint8Array, ...rest: never[]) =>
    String(text).includes('request failed')
      ? Boolean(lines.push(String(text)))
      : write.call(process.stdout, text, ...rest)) as typeof write
  const response = await app.request(`${site}/boom`)
  process.stdout.write = write
  const body = await response.text()
  assert.equal(response.status, 500)
  assert.doesNotMatch(body, /select|srv|hunter2|Error:|\.ts/)
  const { requestId } = JSON.parse(body) as { requestId: string }
  assert.ok(lines[0]!.includes(requestId) && lines[0]!.includes('hunter2'))
})
