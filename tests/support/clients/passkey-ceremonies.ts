import {
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeySignIn,
  signInWithPasskey,
} from '#contract/auth/passkeys.ts'
import type { TestUser } from '../app/test-app.ts'
import { type CeremonyOverrides, SoftwarePasskey } from './software-passkey.ts'

/** Adds a passkey to the account of a signed-in person and returns the passkey with its ID. */
export async function addPasskeyToAccount(person: TestUser, name = 'My phone', key = new SoftwarePasskey()) {
  const options = await person.call(beginPasskeyRegistration, { body: {} })
  return { key, ...(await person.call(addPasskey, { body: { name, credential: key.create(options) } })) }
}

/** Signs `browser` in with the passkey `key` and returns `browser`. */
export async function signInTestUserWithPasskey(
  browser: TestUser,
  key: SoftwarePasskey,
  overrides?: CeremonyOverrides,
): Promise<TestUser> {
  const options = await browser.call(beginPasskeySignIn, {})
  await browser.call(signInWithPasskey, { body: { credential: key.get(options, overrides) } })
  return browser
}
