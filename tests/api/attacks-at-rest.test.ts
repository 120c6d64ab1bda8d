/* What somebody finds who reads the database: nothing that opens an account, here or elsewhere, and no child who was refused. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { declareAge, finishAccount, getSession } from '#contract/accounts.ts'
import { listSessions } from '#contract/sessions.ts'
import { createToken } from '#contract/sign-in.ts'
import { startAuth } from '#server/accounts/auth.ts'
import { cookieOf } from '#server/accounts/cookie.ts'
import { sweepSignIns } from '#server/accounts/sweep.ts'
import { db } from '#server/platform/db/db.ts'
import { comesByGoogle, providerTokens } from '../support/google.ts'
import { credentials, type House, nameOf, openHouse, type Person } from '../support/house.ts'
import { refused } from '../support/refused.ts'

let house: House
before(async () => {
  house = await openHouse({ env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' } })
})
after(() => house.close())

/** Every row of every table, as text. */
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

const tokenOf = (who: Person) => decodeURIComponent(who.cookies.get('session')!).split('.')[0]!

function withToken(token: string): Person {
  const who = house.stranger()
  who.cookies.set('session', /=([^;]*)/.exec(cookieOf({ token, remembered: true }))![1]!)
  return who
}

test('no table holds a token that opens a session: of a browser, a program, or a provider', async () => {
  const ada = await house.joins('ada')
  const grant = { grant_type: 'password' as const, ...credentials('ada') }
  const program = await house.stranger().call(createToken, { body: grant })
  const bea = await comesByGoogle(house, 'bea@example.com')
  assert.equal((await bea.call(getSession, {})).unfinished, true)
  const all = await everything()
  const secrets = [tokenOf(ada), tokenOf(bea), program.access_token, program.refresh_token]
  for (const secret of [...secrets, ...providerTokens]) assert.ok(!all.includes(secret), secret)

  // The site's key stands in the same database: what is found there, signed with it, is no session either.
  const rows = await db.selectFrom('sessions').select(['token', 'token_hash']).execute()
  for (const { token, token_hash } of rows) {
    assert.equal(token, null)
    assert.equal(await nameOf(withToken(token_hash)), null)
  }
})

test('coming by Google takes the place of the session that the browser had', async () => {
  const who = await house.joins('carl')
  await comesByGoogle(house, 'carla@example.com', who)
  const of = (id: string) => db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  assert.deepEqual(await of(who.id), [])
  assert.equal((await who.call(getSession, {})).unfinished, true)
})

test('sessions outlive the upgrade that hashes them, and an hour later no token is left', async () => {
  const dan = await house.joins('dan')
  // As the release before writes it.
  const expires_at = new Date(Date.now() + 3600_000)
  await db.insertInto('sessions').values({ user_id: dan.id, token: 'written-before', expires_at }).execute()
  const earlier = withToken('written-before')
  assert.equal(await nameOf(earlier), 'dan')
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
  await startAuth()
  const during = await house.joins('dina')
  dan.id = during.id
  assert.deepEqual(await tokens(), [tokenOf(during)], 'for processes of the release before')
  await sweepSignIns()
  assert.equal((await tokens()).length, 1)
  await upgraded('61 minutes')
  await sweepSignIns()
  const left = await db.selectFrom('sessions').select('id').where('token', 'is not', null).execute()
  assert.deepEqual(left, [])
  assert.deepEqual([await nameOf(earlier), await nameOf(during)], ['dan', 'dina'])
})

const isThere = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).execute()).length > 0

test('a child who comes by Google and is refused is erased at once, and so is who never says an age, within a day', async () => {
  const details = { full_name: 'Too Young', username: 'too_young', terms: true as const }
  for (const [at, refuse] of [
    (who: Person) => who.call(finishAccount, { body: { ...details, age: 12 } }),
    // What the page asks first.
    (who: Person) => who.call(declareAge, { body: { age: 12 } }),
  ].entries()) {
    const email = `child${at}@example.com`
    const child = await comesByGoogle(house, email)
    assert.match(await refused(child.call(declareAge, { body: { age: null } })), /^422 Age restriction/)
    assert.equal(await isThere(email), true, 'an empty field is no age')
    assert.match(await refused(refuse(child)), /^422 Age restriction/)
    assert.equal(await isThere(email), false)
    assert.ok(!(await everything()).includes(email))
    assert.equal(child.cookies.has('session'), false)
  }

  await comesByGoogle(house, 'silent@example.com')
  await sweepSignIns()
  assert.equal(await isThere('silent@example.com'), true)
  await db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 25 * 3600_000) } as never)
    .execute()
  await sweepSignIns()
  assert.equal(await isThere('silent@example.com'), false)
  assert.equal(await isThere('ada@example.com'), true)
})
