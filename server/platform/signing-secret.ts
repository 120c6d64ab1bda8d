import { randomBytes } from 'node:crypto'
import { db } from './db/db.ts'

let signingSecret = ''

/**
 * Returns the secret for signing cookies, for keyed hashes (such as the keys of rate limits) and for
 * encrypting TOTP secrets. The signing secret is available after `loadSigningSecret` has run at startup.
 */
export function getSigningSecret(): string {
  return signingSecret
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
  signingSecret = row.value
}
