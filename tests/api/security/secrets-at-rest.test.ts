/*
 * Tests that a person who can read the database cannot use its contents to access an account, and that the
 * database contains no data about children whose sign-up was refused.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { checkAgeEligibility, completeSocialSignUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { listSessions } from '#contract/auth/sessions.ts'
import { createAccessToken } from '#contract/auth/sign-in.ts'
import { initializeAuth } from '#server/auth/auth.ts'
import { serializeSessionCookie } from '#server/auth/cookies.ts'
import { deleteExpiredSignIns } from '#server/auth/expired-sign-ins.ts'
import { db } from '#server/platform/db/db.ts'
import { simulateGoogleSignIn, fakeGoogleTokens } from '#tests/support/fixtures/google-sign-in.ts'
import {
  getTestCredentials,
  type TestApp,
  fetchUsername,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' } })
})
after(() => testApp.close())

/** Returns every row of every table as text. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select table_schema || '.' || table_name as name
    from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const dumps = rows.map(({ name }) =>
    sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(name)} as t`.execute(db),
  )
  return JSON.stringify((await Promise.all(dumps)).map(({ rows: of }) => of))
}

const tokenOf = (who: TestUser) => decodeURIComponent(who.cookies.get('session')!).split('.')[0]!

function withToken(token: string): TestUser {
  const who = testApp.anonymousUser()
  who.cookies.set('session', /=([^;]*)/.exec(serializeSessionCookie({ token, remembered: true }))![1]!)
  return who
}

test('no table holds a session token or provider token in a usable form', async () => {
  const ada = await testApp.signUpMember('ada')
  const grant = { grant_type: 'password' as const, ...getTestCredentials('ada') }
  const program = await testApp.anonymousUser().call(createAccessToken, { body: grant })
  const bea = await simulateGoogleSignIn(testApp, 'bea@example.com')
  assert.equal((await bea.call(getSession, {})).unfinished, true)
  const all = await everything()
  const secrets = [tokenOf(ada), tokenOf(bea), program.access_token, program.refresh_token]
  for (const secret of [...secrets, ...fakeGoogleTokens]) assert.ok(!all.includes(secret), secret)

  // A person who can read the database also has the key that signs session cookies. A cookie made by signing
  // a stored token hash must still not be a valid session.
  const rows = await db.selectFrom('sessions').select(['token', 'token_hash']).execute()
  for (const { token, token_hash } of rows) {
    assert.equal(token, null)
    assert.equal(await fetchUsername(withToken(token_hash)), null)
  }
})

test('signing in with Google replaces the browser’s previous session', async () => {
  const who = await testApp.signUpMember('carl')
  await simulateGoogleSignIn(testApp, 'carla@example.com', who)
  const of = (id: string) => db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  assert.deepEqual(await of(who.id), [])
  assert.equal((await who.call(getSession, {})).unfinished, true)
})

test('existing sessions stay valid after the upgrade that introduces hashed session tokens', async () => {
  const dan = await testApp.signUpMember('dan')
  // Inserts a session in the format of the previous release.
  const expires_at = new Date(Date.now() + 3600_000)
  await db.insertInto('sessions').values({ user_id: dan.id, token: 'written-before', expires_at }).execute()
  const earlier = withToken('written-before')
  assert.equal(await fetchUsername(earlier), 'dan')
  assert.equal((await earlier.call(listSessions, {})).items.length, 2)

  const tokens = async () =>
    (await db.selectFrom('sessions').select('token').where('user_id', '=', dan.id).execute())
      .map(({ token }) => token)
      .filter((token) => token !== null)
  const upgraded = (ago: string) =>
    sql`update migrations set ran_at = now() - ${ago}::interval where name = '0035_session_hashes.sql'`.execute(
      db,
    )
  await upgraded('10 minutes')
  await db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 3600_000) } as never)
    .where('id', '=', dan.id)
    .execute()
  await initializeAuth()
  const during = await testApp.signUpMember('dina')
  dan.id = during.id
  assert.deepEqual(await tokens(), [tokenOf(during)], 'for processes of the release before')
  await deleteExpiredSignIns()
  assert.equal((await tokens()).length, 1)
  await upgraded('61 minutes')
  await deleteExpiredSignIns()
  const left = await db.selectFrom('sessions').select('id').where('token', 'is not', null).execute()
  assert.deepEqual(left, [])
  assert.deepEqual([await fetchUsername(earlier), await fetchUsername(during)], ['dan', 'dina'])
})

const isThere = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).execute()).length > 0

test('the data of a child who is refused after signing in with Google is erased immediately', async () => {
  const details = { full_name: 'Too Young', username: 'too_young', terms: true as const }
  for (const [at, refuse] of [
    (who: TestUser) => who.call(completeSocialSignUp, { body: { ...details, age: 12 } }),
    // The sign-up page sends the age before it sends the other details.
    (who: TestUser) => who.call(checkAgeEligibility, { body: { age: 12 } }),
  ].entries()) {
    const email = `child${at}@example.com`
    const child = await simulateGoogleSignIn(testApp, email)
    assert.match(
      await expectApiError(child.call(checkAgeEligibility, { body: { age: null } })),
      /^422 Age restriction/,
    )
    assert.equal(await isThere(email), true, 'an empty age does not erase the account')
    assert.match(await expectApiError(refuse(child)), /^422 Age restriction/)
    assert.equal(await isThere(email), false)
    assert.ok(!(await everything()).includes(email))
    assert.equal(child.cookies.has('session'), false)
  }

  await simulateGoogleSignIn(testApp, 'silent@example.com')
  await deleteExpiredSignIns()
  assert.equal(await isThere('silent@example.com'), true)
  await db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 25 * 3600_000) } as never)
    .execute()
  await deleteExpiredSignIns()
  assert.equal(await isThere('silent@example.com'), false)
  assert.equal(await isThere('ada@example.com'), true)
})
