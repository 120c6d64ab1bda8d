/* Tests that an operator can keep the key that encrypts secrets outside the database, and replace it. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { signIn } from '#contract/accounts/accounts.ts'
import { beginTwoFactorSetup, confirmTwoFactorSetup, signInWithCode } from '#contract/auth/two-factor.ts'
import { reencryptSecrets } from '#server/operations/reencrypt-secrets.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { getTestCredentials, startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { computeTotpCode } from '#tests/support/clients/totp.ts'

const [oldKey, newKey] = ['old-key-'.repeat(6), 'new-key-'.repeat(6)]

let testApp: TestApp
before(async () => {
  testApp = await startTestApp({ env: { ENCRYPTION_KEYS: oldKey } })
})
after(() => testApp.close())

/** A code works once, so the test can sign in once with the current code. */
async function signUpWithTwoFactor(name: string): Promise<string> {
  const person = await testApp.signUpMember(name)
  const { secret } = await person.call(beginTwoFactorSetup, { body: {} })
  await person.call(confirmTwoFactorSetup, { body: { code: await computeTotpCode(secret, -1) } })
  return secret
}

async function signInWithApp(name: string, secret: string): Promise<TestUser> {
  const person = testApp.anonymousUser()
  assert.match(
    await expectApiError(person.call(signIn, { body: getTestCredentials(name) })),
    /authenticator app/,
  )
  await person.call(signInWithCode, { body: { code: await computeTotpCode(secret) } })
  return person
}

async function readStoredSecrets(): Promise<string[]> {
  const rows = await db.selectFrom('second_factors').select('secret').execute()
  return rows.map(({ secret }) => secret)
}

test('after a new key was put first, codes still work, and the old key can be removed once secrets are encrypted again', async () => {
  const [ada, bea] = [await signUpWithTwoFactor('ada'), await signUpWithTwoFactor('bea')]
  const stored = await readStoredSecrets()
  config.encryptionKeys = [newKey, oldKey]
  await signInWithApp('ada', ada)

  assert.deepEqual(await reencryptSecrets(), { changed: 2, unreadable: 0 })
  assert.equal(new Set([...stored, ...(await readStoredSecrets())]).size, 4)
  assert.deepEqual(await reencryptSecrets(), { changed: 0, unreadable: 0 })
  config.encryptionKeys = [newKey]
  await signInWithApp('bea', bea)
})

test('secrets that no key can read are counted, and do not change', async () => {
  await signUpWithTwoFactor('cat')
  const stored = await readStoredSecrets()
  config.encryptionKeys = [oldKey]
  assert.deepEqual(await reencryptSecrets(), { changed: 0, unreadable: stored.length })
  assert.deepEqual(await readStoredSecrets(), stored)
  config.encryptionKeys = [newKey, oldKey]
})
