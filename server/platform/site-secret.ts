import { randomBytes } from 'node:crypto'
import { db } from './db/db.ts'

let signingSecret = ''

/** Signs cookies and keys the counters of rate limits. Loaded by `loadSigningSecret` when a process starts. */
export function getSigningSecret(): string {
  return signingSecret
}

/** Loads the site's secret. The first process creates it, and the database keeps it, so that all processes share one and nobody has to configure it. */
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
