/* Creating, connecting and disconnecting accounts with a real OpenID Connect provider. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { completeSocialSignUp, signIn } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import {
  connectSignInProvider,
  disconnectSignInProvider,
  listOwnSignInProviders,
} from '#contract/auth/sign-in-providers.ts'
import { db } from '#server/platform/db/db.ts'
import { dataExportFiles } from '#server/privacy/data-export/data-export-files.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import {
  confirmUserEmail,
  fetchUsername,
  getTestCredentials,
  type TestApp,
  startTestApp,
  type TestUser,
  validPassword,
} from '#tests/support/app/test-app.ts'
import {
  openCallback,
  signInAtProvider,
  signInWithProvider,
} from '#tests/support/clients/provider-sign-in.ts'
import { startOpenIdProvider, type TestOpenIdProvider } from '#tests/support/servers/openid-provider.ts'

const site = 'http://localhost:3000'
let testApp: TestApp
let school: TestOpenIdProvider
let library: TestOpenIdProvider
before(async () => {
  school = await startOpenIdProvider({ site, id: 'school' })
  library = await startOpenIdProvider({ site, id: 'library' })
  testApp = await startTestApp({
    env: {
      OIDC_PROVIDERS: 'school library',
      ...school.settings,
      ...library.settings,
      OIDC_SCHOOL_NAME: 'Example School',
      OIDC_LIBRARY_ALLOW_SIGN_UP: 'off',
    },
  })
})
after(async () => {
  await testApp.close()
  await school.close()
  await library.close()
})

/** Adds a person to both providers, with the same verified address. */
function addPerson(login: string, claims: object = {}) {
  for (const provider of [school, library])
    provider.people.set(login, { email: `${login}@example.com`, email_verified: true, ...claims })
}

function birthdateOf(age: number): string {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear() - age, today.getUTCMonth(), today.getUTCDate()))
    .toISOString()
    .slice(0, 10)
}

const countUsers = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).execute()).length

interface ExportedAccount {
  providers: { provider: string; id_there: string }[]
}

const details = { full_name: 'Ana Example', terms: true as const }

/** Connects a provider to the account of a signed-in person, and returns the path to which the site redirects. */
async function connect(who: TestUser, provider: string, login: string): Promise<string> {
  const { url } = await who.call(connectSignInProvider, { params: { provider }, body: {} })
  return openCallback(who, await signInAtProvider(new URL(url), login))
}

test('a sign-up uses the date of birth from the provider instead of the entered age', async () => {
  addPerson('ana', { birthdate: birthdateOf(15) })
  const ana = testApp.anonymousUser()
  assert.equal(await signInWithProvider(ana, 'school', 'ana'), '/dashboard')
  assert.equal((await ana.call(getSession, {})).asserted_age, 15)
  await ana.call(completeSocialSignUp, { body: { ...details, username: 'ana_school', age: 19 } })
  const row = await db
    .selectFrom('private_details')
    .innerJoin('sign_in_methods', 'sign_in_methods.user_id', 'private_details.user_id')
    .select(['age', 'asserted_age', 'provider_id'])
    .where('account_id', '=', 'ana')
    .executeTakeFirstOrThrow()
  assert.deepEqual(row, { age: 15, asserted_age: null, provider_id: 'school' })
  const again = testApp.anonymousUser()
  await signInWithProvider(again, 'school', 'ana')
  assert.equal(await fetchUsername(again), 'ana_school')
})

test('without a date of birth from the provider, the person is asked for their age', async () => {
  addPerson('ben', { birthdate: '2010' })
  const ben = testApp.anonymousUser()
  await signInWithProvider(ben, 'school', 'ben')
  assert.equal((await ben.call(getSession, {})).asserted_age, null)
  const young = { body: { ...details, username: 'ben_school', age: 12 } }
  assert.match(await expectApiError(ben.call(completeSocialSignUp, young)), /^422 Age restriction/)
  assert.equal(await countUsers('ben@example.com'), 0)
})

test('stores nothing about a person whom the provider reports as too young or too old', async () => {
  for (const [login, age] of [
    ['kid', 12],
    ['teacher', 41],
  ] as const) {
    addPerson(login, { birthdate: birthdateOf(age) })
    const who = testApp.anonymousUser()
    assert.equal(await signInWithProvider(who, 'school', login), '/login?error=age_refused&provider=school')
    assert.equal(await countUsers(`${login}@example.com`), 0)
    assert.equal(who.cookies.has('session'), false)
  }
})

test('rejects sign-ups with an unverified or missing email address, and with providers that allow none', async () => {
  addPerson('uma', { email_verified: false })
  addPerson('noe', { email: undefined })
  addPerson('lou')
  const location = (provider: string, login: string) =>
    signInWithProvider(testApp.anonymousUser(), provider, login)
  assert.equal(await location('school', 'uma'), '/login?error=email_not_verified&provider=school')
  assert.equal(await location('school', 'noe'), '/login?error=email_not_found&provider=school')
  assert.equal(await location('library', 'lou'), '/login?error=sign_up_not_allowed&provider=library')
  for (const login of ['uma', 'lou']) assert.equal(await countUsers(`${login}@example.com`), 0)
})

test('a provider never gets access to an existing account because of its email address', async () => {
  const mia = await confirmUserEmail(await testApp.signUpMember('mia'))
  addPerson('mia')
  const who = testApp.anonymousUser()
  assert.equal(
    await signInWithProvider(who, 'school', 'mia'),
    '/login?error=account_exists&provider=school&next=%2Fdashboard%2Fsign-in',
  )
  assert.equal(who.cookies.has('session'), false)
  addPerson('mia', { email_verified: false })
  assert.equal(
    await signInWithProvider(who, 'school', 'mia'),
    '/login?error=email_not_verified&provider=school',
    'nobody learns from an unverified address that it has an account',
  )
  const { items } = await mia.call(listOwnSignInProviders, {})
  assert.deepEqual(
    items.map(({ id, connected_at }) => [id, connected_at]),
    [
      ['school', null],
      ['library', null],
    ],
  )
})

test('a signed-in person connects a provider, signs in with it and disconnects it', async () => {
  const cleo = await testApp.signUpMember('cleo')
  addPerson('cleo-at-school')
  assert.equal(await connect(cleo, 'school', 'cleo-at-school'), '/dashboard/sign-in?connected=school')
  const browser = testApp.anonymousUser()
  assert.equal(await signInWithProvider(browser, 'school', 'cleo-at-school'), '/dashboard')
  assert.equal(await fetchUsername(browser), 'cleo')
  const [connected] = (await cleo.call(listOwnSignInProviders, {})).items
  assert.equal(connected!.can_disconnect, true)
  const account = dataExportFiles.find(({ file }) => file === 'account')!
  const [exported] = (await sql<ExportedAccount>`${account.rows(cleo.id)}`.execute(db)).rows
  assert.deepEqual(
    exported!.providers.map(({ provider, id_there }) => [provider, id_there]),
    [['school', 'cleo-at-school']],
  )
  assert.equal(
    await connect(cleo, 'school', 'cleo-at-school'),
    '/dashboard/sign-in?error=already_connected&provider=school',
  )
  await cleo.call(disconnectSignInProvider, { params: { provider: 'school' }, body: {} })
  assert.equal(await fetchUsername(browser), null, 'its other sessions have ended')
  assert.equal(await fetchUsername(cleo), 'cleo')
  await signInWithProvider(browser, 'school', 'cleo-at-school')
  assert.equal(await fetchUsername(browser), null, 'this is now an account of its own')
})

test('connecting requires the session that started it, a verified address and an unused identity', async () => {
  const dan = await testApp.signUpMember('dan')
  const eli = await testApp.signUpMember('eli')
  addPerson('shared-login')
  addPerson('unsure', { email_verified: false })
  const { url } = await dan.call(connectSignInProvider, { params: { provider: 'school' }, body: {} })
  const callback = await signInAtProvider(new URL(url), 'shared-login')
  // Another person signs in in the same browser before the callback.
  await dan.call(signIn, { body: getTestCredentials('eli') })
  assert.equal(await openCallback(dan, callback), '/dashboard/sign-in?error=session_changed&provider=school')
  assert.equal(
    await connect(eli, 'school', 'unsure'),
    '/dashboard/sign-in?error=email_not_verified&provider=school',
  )
  assert.equal(await connect(eli, 'school', 'shared-login'), '/dashboard/sign-in?connected=school')
  await dan.call(signIn, { body: getTestCredentials('dan') })
  assert.equal(
    await connect(dan, 'school', 'shared-login'),
    '/dashboard/sign-in?error=identity_in_use&provider=school',
  )
})

test('connecting and disconnecting require the password if the last sign-in is not recent', async () => {
  const fay = await testApp.signUpMember('fay')
  await db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 3600_000) } as never)
    .where('user_id', '=', fay.id)
    .execute()
  const params = { provider: 'school' }
  assert.match(await expectApiError(fay.call(connectSignInProvider, { params, body: {} })), /^422/)
  assert.match(await expectApiError(fay.call(disconnectSignInProvider, { params, body: {} })), /^422/)
  const body = { current_password: validPassword }
  assert.match((await fay.call(connectSignInProvider, { params, body })).url, /^http:\/\/127\.0\.0\.1/)
})

test('the only sign-in method of an account cannot be removed', async () => {
  addPerson('gil', { birthdate: birthdateOf(17) })
  const gil = testApp.anonymousUser()
  await signInWithProvider(gil, 'school', 'gil')
  await gil.call(completeSocialSignUp, { body: { ...details, username: 'gil_school', age: 17 } })
  const params = { provider: 'school' }
  assert.match(
    await expectApiError(gil.call(disconnectSignInProvider, { params, body: {} })),
    /^409 Not disconnected \/ This is your only way to sign in/,
  )
  addPerson('gil-library')
  assert.equal(await connect(gil, 'library', 'gil-library'), '/dashboard/sign-in?connected=library')
  await gil.call(disconnectSignInProvider, { params, body: {} })
  assert.equal(await signInWithProvider(testApp.anonymousUser(), 'library', 'gil-library'), '/dashboard')
})
