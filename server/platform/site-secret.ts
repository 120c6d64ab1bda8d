import { randomBytes } from 'node:crypto'
import { db } from './db/db.ts'

/**
 * The key that signs cookies and mailed links. Made at the first start and kept in the database, so that every
 * process of a site has the same one and nobody has to think of it.
 */
export async function loadSiteSecret(): Promise<string> {
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
  return row.value
}
