/* If a credential becomes invalid during a sign-in, that sign-in must not create a session. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { signIn } from '#contract/accounts/accounts.ts'
import { changePassword, resetPassword } from '#contract/auth/passwords.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeySignIn,
  removePasskey,
  signInWithPasskey,
} from '#contract/auth/passkeys.ts'
import { beginTwoFactorSetup, confirmTwoFactorSetup, signInWithCode } from '#contract/auth/two-factor.ts'
import { deleteAllSessions } from '#contract/auth/sessions.ts'
import { confirmEmail, createAccessToken, signInWithLink } from '#contract/auth/sign-in.ts'
import { issueEmailToken } from '#server/auth/email-tokens.ts'
import { hashToken, createRandomToken } from '#server/auth/random-token.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { computeTotpCode } from '#tests/support/clients/totp.ts'
import { scryptHashOfValidPassword } from '#tests/support/fixtures/scrypt-password-hash.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import {
  confirmUserEmail,
  getTestCredentials,
  type TestApp,
  startTestApp,
  type TestUser,
} from '#tests/support/app/test-app.ts'
import { SoftwarePasskey } from '#tests/support/clients/software-passkey.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

const newPassword = 'harbour-violin-88'
type Step = () => Promise<unknown>

/** Returns the number of connections that are waiting for a lock in this database. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return Number(rows[0]!.n)
}

/**
 * Locks the account's row in the given table and starts `steps` one after another. Each step starts once the
 * previous step is waiting for the lock or has ended. Finally releases the lock and returns the outcome of
 * each step: `done` or the error code.
 */
async function whileHeld(row: 'users' | 'sign_in_methods', userId: string, steps: Step[]) {
  const outcomes: Promise<string>[] = []
  await db.transaction().execute(async (tx) => {
    if (row === 'users')
      await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    else await tx.selectFrom(row).select('id').where('user_id', '=', userId).forUpdate().execute()
    let settled = 0
    for (const step of steps) {
      outcomes.push(
        step().then(
          () => 'done',
          (thrown: unknown) => {
            if (thrown instanceof ApiCallError && thrown.status < 500) return thrown.code
            throw thrown
          },
        ),
      )
      outcomes.at(-1)!.then(
        () => (settled += 1),
        () => (settled += 1),
      )
      await waitUntil(async () => settled + (await waiting()) >= outcomes.length)
    }
  })
  return Promise.all(outcomes)
}

const sessionsOf = async (userId: string) =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length

/** Unfinished sign-ins in separate browsers. One more request would complete each sign-in. */
const entries = {
  password: async (owner: TestUser) => () =>
    testApp.anonymousUser().call(signIn, { body: getTestCredentials(owner.name) }),
  program: async (owner: TestUser) => () =>
    testApp
      .anonymousUser()
      .call(createAccessToken, { body: { grant_type: 'password', ...getTestCredentials(owner.name) } }),
  code: async (owner: TestUser) => {
    const { secret } = await owner.call(beginTwoFactorSetup, { body: {} })
    const { recovery_codes } = await owner.call(confirmTwoFactorSetup, {
      body: { code: await computeTotpCode(secret, -1) },
    })
    const browser = testApp.anonymousUser()
    await browser.call(signIn, { body: getTestCredentials(owner.name) }).catch(() => {})
    return () => browser.call(signInWithCode, { body: { code: recovery_codes[0]! } })
  },
  link: async (owner: TestUser) => {
    const token = createRandomToken()
    const expires_at = new Date(Date.now() + 60_000)
    await db
      .insertInto('sign_in_links')
      .values({ token_hash: hashToken(token), user_id: owner.id, expires_at })
      .execute()
    return () => testApp.anonymousUser().call(signInWithLink, { body: { token } })
  },
  passkey: async (owner: TestUser) => {
    const key = new SoftwarePasskey()
    const options = await owner.call(beginPasskeyRegistration, { body: {} })
    await owner.call(addPasskey, { body: { name: 'Phone', credential: key.create(options) } })
    const browser = testApp.anonymousUser()
    const asked = await browser.call(beginPasskeySignIn, {})
    return () => browser.call(signInWithPasskey, { body: { credential: key.get(asked) } })
  },
}

const prepareReset = async (owner: TestUser) => {
  const token = await transaction((tx) => issueEmailToken(tx, 'reset-password', owner.id, 1))
  return () =>
    testApp
      .anonymousUser()
      .call(resetPassword, { body: { token, password: newPassword, keep_passkeys: false } })
}
/** Changes that end sessions, with the number of sessions that are left after the change. */
const changes = {
  reset: { left: 0, prepare: prepareReset },
  change: {
    left: 1,
    prepare: async (owner: TestUser) => () => owner.call(changePassword, { body: { password: newPassword } }),
  },
  'sign out everywhere': {
    left: 0,
    prepare: async (owner: TestUser) => () => owner.call(deleteAllSessions, {}),
  },
}
/** Sign-ins that stay valid because the credential change does not affect them. */
const unconcerned = [
  'passkey change',
  ...['password', 'program', 'passkey'].map((how) => `${how} sign out everywhere`),
]

let people = 0
for (const [how, enter] of Object.entries(entries))
  for (const [what, change] of Object.entries(changes))
    test(`a sign-in by ${how} leaves no session if the account changes at the same time: ${what}`, async () => {
      for (const order of ['sign-in first', 'change first']) {
        if (order === 'change first' && unconcerned.includes(`${how} ${what}`)) continue
        const owner = await confirmUserEmail(await testApp.signUpMember(`ines${(people += 1)}`))
        const enters = await enter(owner)
        const does = await change.prepare(owner)
        const steps = order === 'change first' ? [does, enters] : [enters, does]
        const outcomes = await whileHeld('users', owner.id, steps)
        assert.equal(outcomes[steps.indexOf(does)], 'done', order)
        assert.equal(await sessionsOf(owner.id), change.left, `${order}: ${outcomes.join(', ')}`)
      }
    })

test('signing in with the old password fails if the owner confirms the address with a new password concurrently', async () => {
  for (const how of ['password', 'program'] as const) {
    const stranger = await testApp.signUpMember(`early_${how}`)
    const token = await transaction((tx) => issueEmailToken(tx, 'confirm-email', stranger.id, 1))
    const owner = testApp.anonymousUser()
    const outcomes = await whileHeld('users', stranger.id, [
      () => owner.call(confirmEmail, { body: { token, new_password: newPassword } }),
      await entries[how](stranger),
    ])
    assert.deepEqual(outcomes, ['done', 'sign_in_failed'])
    assert.equal(await sessionsOf(stranger.id), 1)
  }
})

test('confirming an email address with the old password fails after a concurrent password reset', async () => {
  const stranger = await testApp.signUpMember('typed')
  const token = await transaction((tx) => issueEmailToken(tx, 'confirm-email', stranger.id, 1))
  const { password } = getTestCredentials('typed')
  const [, confirming] = await whileHeld('users', stranger.id, [
    await prepareReset(stranger),
    () => testApp.anonymousUser().call(confirmEmail, { body: { token, password } }),
  ])
  assert.equal(confirming, 'confirmation_link_invalid')
  assert.equal(await sessionsOf(stranger.id), 0)
})

test('a sign-in with a passkey fails if the passkey is removed during the sign-in', async () => {
  const owner = await testApp.signUpMember('removes')
  const enters = await entries.passkey(owner)
  const { id } = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const outcomes = await whileHeld('users', owner.id, [
    () => owner.call(removePasskey, { params: { id }, body: {} }),
    enters,
  ])
  assert.deepEqual(outcomes, ['done', 'passkey_failed'])
})

test('a session ended by a concurrent password reset cannot change credentials', async () => {
  const owner = await confirmUserEmail(await testApp.signUpMember('robbed'))
  const thief = testApp.anonymousUser()
  await thief.call(signIn, { body: getTestCredentials('robbed') })
  const [, changing] = await whileHeld('sign_in_methods', owner.id, [
    await prepareReset(owner),
    () => thief.call(changePassword, { body: { password: 'thief-lantern-77' } }),
  ])
  assert.equal(changing, 'not_signed_in')
  const again = testApp.anonymousUser()
  await again.call(signIn, { body: { ...getTestCredentials('robbed'), password: newPassword } })

  const options = await again.call(beginPasskeyRegistration, { body: {} })
  const credential = new SoftwarePasskey().create(options)
  const [, adding] = await whileHeld('users', owner.id, [
    await prepareReset(owner),
    () => again.call(addPasskey, { body: { name: 'Phone', credential } }),
  ])
  assert.equal(adding, 'not_signed_in')
})

test('upgrading a password hash never restores the old password', async () => {
  const owner = await confirmUserEmail(await testApp.signUpMember('outdated'))
  await db
    .updateTable('sign_in_methods')
    .set({ password: scryptHashOfValidPassword })
    .where('user_id', '=', owner.id)
    .execute()
  const outcomes = await whileHeld('sign_in_methods', owner.id, [
    () => owner.call(changePassword, { body: { password: newPassword } }),
    await entries.password(owner),
  ])
  assert.deepEqual(outcomes, ['done', 'sign_in_failed'])
  await testApp
    .anonymousUser()
    .call(signIn, { body: { ...getTestCredentials('outdated'), password: newPassword } })
})

test('a password change leaves no session from concurrent sign-ins with the old password', async () => {
  const owner = await testApp.signUpMember('hammered')
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
  const signInRepeatedly = async () => {
    for (let tries = 0; tries < 40; tries += 1) {
      const refusal = await entries
        .password(owner)
        .then((enters) => enters())
        .then(
          () => null,
          (thrown: ApiCallError) => thrown.code,
        )
      begins()
      if (refusal) return refusal
    }
    return 'still in'
  }
  const hammers = [signInRepeatedly(), signInRepeatedly(), signInRepeatedly()]
  await begun
  await owner.call(changePassword, { body: { password: newPassword } })
  assert.deepEqual(await Promise.all(hammers), Array(3).fill('sign_in_failed'))
  assert.equal(await sessionsOf(owner.id), 1)
})
