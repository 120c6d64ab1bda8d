import { randomBytes } from 'node:crypto'
import { db } from './db/db.ts'

let signingSecret = ''

/**
 * Returns the secret for signing cookies, for keyed hashes (such as the keys of rate limits) and,
 * without ENCRYPTION_KEYS, for encrypting secrets. The signing secret is available after `loadSigningSecret` has run at startup.
 */
export function getSigningSecret(): string {
  return signingSecret
}

/** Sets the secret of this process. Only tests and `loadSigningSecret` set it. */
export function setSigningSecret(secret: string): void {
  signingSecret = secret
}

/**
 * Loads the site's secret. The first process creates the signing secret and stores it in the database, so
 * that all processes use the same secret without any configuration.
 */
export async function loadSigningSecret(): Promise<void> {
  const fresh = randomBytes(32).toString('base64url')
  await db
    .insertInto('site_secrets')
    .values({ name: 'auth', value: fresh })
    .onConflict((row) => row.doNothing())
    .execute()
  const row = await db
    .selectFrom('site_secrets')
    .select('value')
    .where('name', '=', 'auth')
    .executeTakeFirstOrThrow()
  setSigningSecret(row.value)
}
