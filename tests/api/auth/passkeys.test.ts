/*
 * Tests passkeys with real WebAuthn ceremonies, performed by a software authenticator. Every deviation from a
 * correct ceremony must be rejected.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signOut } from '#contract/accounts/accounts.ts'
import { passkeyLimits } from '#contract/limits.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '#contract/auth/passkeys.ts'
import { listSessions } from '#contract/auth/sessions.ts'
import { requestSignInLink, signInWithLink } from '#contract/auth/sign-in.ts'
import { deleteExpiredSignIns } from '#server/auth/expired-sign-ins.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import {
  validPassword,
  type TestApp,
  fetchUsername,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'
import { waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { addPasskeyToAccount, signInTestUserWithPasskey } from '#tests/support/clients/passkey-ceremonies.ts'
import { SoftwarePasskey } from '#tests/support/clients/software-passkey.ts'
import { backdateSessions } from '#tests/support/fixtures/backdate-accounts.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ working: true })
})
after(() => testApp.close())

const failed =
  '401 Sign In Failed / This passkey doesn’t belong to an account on this site. Sign in another way and check your passkeys.'
const expired =
  '422 That took too long / Your passkey request has expired or was started in another browser. Please try again.'
const notAdded = '422 Passkey not added / This passkey can’t be used here. Try again, or use another device.'

type Overrides = Parameters<SoftwarePasskey['get']>[1]

/** Signs in with the passkey, in a new browser by default. */
const signInWith = (key: SoftwarePasskey, overrides?: Overrides, browser = testApp.anonymousUser()) =>
  signInTestUserWithPasskey(browser, key, overrides)

test('a user can add, rename and remove a passkey and gets an email for each change', async () => {
  const ada = await testApp.signUpMember('ada')
  assert.deepEqual(await ada.call(listPasskeys, {}), { items: [], has_password: true })
  const options = await ada.call(beginPasskeyRegistration, { body: {} })
  assert.deepEqual(options.rp, { id: 'localhost', name: 'Afterbell' })
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  })
  const { key, id } = await addPasskeyToAccount(ada)
  await waitForEmail(testApp, 'ada@example.com', 'passkey was added')
  const again = await ada.call(beginPasskeyRegistration, { body: {} })
  assert.deepEqual(again.excludeCredentials, [{ id: key.id, type: 'public-key', transports: ['internal'] }])

  const browser = testApp.anonymousUser()
  await browser.fetch('/api/session')
  const asked = await browser.call(beginPasskeySignIn, {})
  assert.deepEqual(Object.keys(asked).toSorted(), ['challenge', 'rpId', 'timeout', 'userVerification'])
  await signInWith(key, {}, browser)
  assert.equal(await fetchUsername(browser), 'ada')
  const first = browser.cookies.get('session')
  await signInWith(key, {}, browser)
  assert.notEqual(browser.cookies.get('session'), first, 'a new token each time')
  assert.equal((await browser.call(listSessions, {})).items.length, 2, 'the one before has ended')
  await browser.call(signOut, {})

  assert.ok((await ada.call(listPasskeys, {})).items[0]!.used_at)
  assert.match(await expectApiError(rename(ada, id, '   ')), /^422 Not saved/)
  await rename(ada, id, ' Kitchen  tablet ')
  const named = (await ada.call(listPasskeys, {})).items.map(({ name }) => name)
  assert.deepEqual(named, ['Kitchen tablet'])
  await ada.call(removePasskey, { params: { id }, body: {} })
  await ada.call(removePasskey, { params: { id }, body: {} })
  await waitForEmail(testApp, 'ada@example.com', 'passkey was removed')
  assert.equal(await expectApiError(signInWith(key)), failed)
})

const rename = (who: TestUser, id: string, name: string) =>
  who.call(renamePasskey, { params: { id }, body: { name } })

test('rejects every invalid passkey sign-in with the same error', async () => {
  const { key } = await addPasskeyToAccount(await testApp.signUpMember('cleo'))
  const { key: other } = await addPasskeyToAccount(await testApp.signUpMember('dan'))
  const twists: Record<string, Overrides> = {
    origin: { origin: 'http://localhost:3001' },
    'a page below': { origin: 'http://a.localhost:3000' },
    site: { rpId: 'example.com' },
    'not unlocked': { unverified: true },
    challenge: { challenge: Buffer.alloc(32).toString('base64url') },
  }
  for (const [what, twist] of Object.entries(twists))
    assert.equal(await expectApiError(signInWith(key, twist)), failed, what)
  assert.equal(await expectApiError(signInWith(new SoftwarePasskey())), failed, 'unknown')

  const posing = new SoftwarePasskey()
  Object.assign(posing, { id: key.id, userHandle: key.userHandle })
  assert.equal(await expectApiError(signInWith(posing)), failed, 'signed with another key')
  const borrowed = Object.assign(Object.create(key) as SoftwarePasskey, { userHandle: other.userHandle })
  assert.equal(await expectApiError(signInWith(borrowed)), failed, 'in the name of somebody else')
  assert.equal(
    await fetchUsername(await signInWith(key)),
    'cleo',
    'failed sign-ins do not advance the stored counter',
  )
})

test('a passkey challenge works once, within five minutes, and only in the browser that requested it', async () => {
  const eve = await testApp.signUpMember('eve')
  const { key } = await addPasskeyToAccount(eve)
  const browser = testApp.anonymousUser()
  const options = await browser.call(beginPasskeySignIn, {})
  const cookie = browser.cookies.get('passkey')!
  const body = { credential: key.get(options) }
  assert.equal(
    await expectApiError(testApp.anonymousUser().call(signInWithPasskey, { body })),
    expired,
    'another browser',
  )
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => {
      const copy = testApp.anonymousUser()
      copy.cookies.set('passkey', cookie)
      return copy.call(signInWithPasskey, { body })
    }),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1, 'of ten at once one')
  browser.cookies.set('passkey', cookie)
  assert.equal(await expectApiError(browser.call(signInWithPasskey, { body })), expired, 'replayed')

  // After a wrong response, the challenge cannot be used again.
  const fresh = await browser.call(beginPasskeySignIn, {})
  const kept = browser.cookies.get('passkey')!
  const wrong = { credential: key.get(fresh, { unverified: true }) }
  assert.equal(await expectApiError(browser.call(signInWithPasskey, { body: wrong })), failed)
  assert.equal(browser.cookies.has('passkey'), false)
  browser.cookies.set('passkey', kept)
  const right = { credential: key.get(fresh) }
  assert.equal(await expectApiError(browser.call(signInWithPasskey, { body: right })), expired)

  // A registration challenge cannot be used to sign in, or to add a passkey to another account.
  const adding = await eve.call(beginPasskeyRegistration, { body: {} })
  const crossed = { credential: key.get({ ...fresh, challenge: adding.challenge }) }
  assert.equal(await expectApiError(eve.call(signInWithPasskey, { body: crossed })), expired)
  const mallory = await testApp.signUpMember('mallory')
  const hers = await eve.call(beginPasskeyRegistration, { body: {} })
  mallory.cookies.set('passkey', eve.cookies.get('passkey')!)
  const stolen = { name: 'mine', credential: new SoftwarePasskey().create(hers) }
  assert.equal(await expectApiError(mallory.call(addPasskey, { body: stolen })), expired)

  const late = await browser.call(beginPasskeySignIn, {})
  await db.updateTable('passkey_challenges').set({ expires_at: new Date() }).execute()
  const tooLate = { credential: key.get(late) }
  assert.equal(await expectApiError(browser.call(signInWithPasskey, { body: tooLate })), expired)
  await deleteExpiredSignIns()
  assert.deepEqual(await db.selectFrom('passkey_challenges').selectAll().execute(), [])
  await db.deleteFrom('rate_limits').execute()
})

test('rejects a signature counter that does not advance, because the passkey may be cloned', async () => {
  const { key } = await addPasskeyToAccount(await testApp.signUpMember('finn'))
  await signInWith(key, { counter: 7 })
  assert.equal(await expectApiError(signInWith(key, { counter: 6 })), failed)
  assert.equal(await expectApiError(signInWith(key, { counter: 7 })), failed)
  assert.equal(await expectApiError(signInWith(key, { counter: 0 })), failed)
  await signInWith(key, { counter: 8 })
  const { key: plain } = await addPasskeyToAccount(await testApp.signUpMember('gil'))
  for (const counter of [0, 0]) await signInWith(plain, { counter })
})

test('rejects every invalid passkey registration and stores nothing', async () => {
  const hana = await testApp.signUpMember('hana')
  const twists: Overrides[] = [
    { origin: 'https://localhost:3000' },
    { rpId: 'example.com' },
    { unverified: true },
    { challenge: 'AAAA' },
  ]
  for (const twist of twists) {
    const options = await hana.call(beginPasskeyRegistration, { body: {} })
    const credential = new SoftwarePasskey().create(options, twist)
    assert.equal(await expectApiError(hana.call(addPasskey, { body: { name: 'x', credential } })), notAdded)
  }
  const options = await hana.call(beginPasskeyRegistration, { body: {} })
  const broken = new SoftwarePasskey().create(options)
  broken.response.attestationObject = 'oWNmb28'
  assert.equal(
    await expectApiError(hana.call(addPasskey, { body: { name: 'x', credential: broken } })),
    notAdded,
  )
  assert.deepEqual((await hana.call(listPasskeys, {})).items, [])
})

test('users cannot manage another person’s passkeys', async () => {
  const [iris, jon] = [await testApp.signUpMember('iris'), await testApp.signUpMember('jon')]
  const { key, id } = await addPasskeyToAccount(iris)
  assert.match(await expectApiError(addPasskeyToAccount(jon, 'Stolen', key)), /^409 Already added/)
  assert.match(await expectApiError(addPasskeyToAccount(iris, 'Twice', key)), /^409 Already added/)
  assert.match(await expectApiError(rename(jon, id, 'Mine now')), /^404/)
  await jon.call(removePasskey, { params: { id }, body: {} })
  assert.deepEqual((await jon.call(listPasskeys, {})).items, [])
  const [hers] = (await iris.call(listPasskeys, {})).items
  assert.equal(hers?.name, 'My phone')
  // The failed attempts to add this passkey overwrote its user handle. The next line restores the user
  // handle, because iris must still be able to sign in with the passkey.
  key.userHandle = (await iris.call(beginPasskeyRegistration, { body: {} })).user.id
  assert.equal(await fetchUsername(await signInWith(key)), 'iris')
})

test('an account has at most ten passkeys, even if twelve are added concurrently', async () => {
  const kai = await testApp.signUpMember('kai')
  const browsers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const tab = testApp.anonymousUser()
      for (const [name, value] of kai.cookies) tab.cookies.set(name, value)
      return { tab, options: await tab.call(beginPasskeyRegistration, { body: {} }) }
    }),
  )
  const added = await Promise.allSettled(
    browsers.map(({ tab, options }) =>
      tab.call(addPasskey, { body: { name: 'One', credential: new SoftwarePasskey().create(options) } }),
    ),
  )
  assert.equal(added.filter(({ status }) => status === 'fulfilled').length, passkeyLimits.maxPerUser)
  assert.match(
    await expectApiError(kai.call(beginPasskeyRegistration, { body: {} })),
    /^409 Too many passkeys/,
  )
})

test('adding or removing a passkey requires reauthentication unless the user signed in recently', async () => {
  const lena = await testApp.signUpMember('lena')
  const { id } = await addPasskeyToAccount(lena)
  await backdateSessions(lena)
  const remove = (body: { current_password?: string }) => lena.call(removePasskey, { params: { id }, body })
  assert.match(
    await expectApiError(lena.call(beginPasskeyRegistration, { body: {} })),
    /^422 .*current password/,
  )
  assert.match(await expectApiError(remove({})), /^422 .*current password/)
  assert.match(await expectApiError(remove({ current_password: 'not-the-one' })), /^422 .*is incorrect/)
  await lena.call(beginPasskeyRegistration, { body: { current_password: validPassword } })
  await db.deleteFrom('sign_in_methods').where('user_id', '=', lena.id).execute()
  assert.match(await expectApiError(remove({})), /^403 Sign in again/)
})

test('passkey sign-in reveals nothing about an erased account', async () => {
  const mia = await testApp.signUpMember('mia')
  const { key } = await addPasskeyToAccount(mia)
  await db
    .updateTable('profiles')
    .set({ suspended_until: 'infinity' })
    .where('user_id', '=', mia.id)
    .execute()
  assert.equal(await fetchUsername(await signInWith(key)), 'mia')
  await db.deleteFrom('users').where('id', '=', mia.id).execute()
  assert.equal(await expectApiError(signInWith(key)), failed)
  const left = await db.selectFrom('passkeys').selectAll().where('user_id', '=', mia.id).execute()
  assert.deepEqual(left, [])
})

test('if a mail server is configured, a passkey cannot sign in to an account with an unconfirmed email address', async () => {
  const nora = await testApp.signUpMember('nora')
  const { key } = await addPasskeyToAccount(nora)
  await testApp.anonymousUser().call(requestSignInLink, { body: { email: 'nora@example.com' } })
  const link = extractFirstLink(await waitForEmail(testApp, 'nora@example.com', 'sign-in link'))
  Object.assign(config, { smtpUrl: 'smtp://127.0.0.1:9' })
  try {
    assert.match(await expectApiError(signInWith(key)), /^403 Sign In Failed .*confirm your email/)
    const token = link.searchParams.get('token')!
    await testApp.anonymousUser().call(signInWithLink, { body: { token } })
  } finally {
    Object.assign(config, { smtpUrl: undefined })
  }
  assert.equal(await expectApiError(signInWith(key)), failed)
})
