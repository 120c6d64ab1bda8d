import { db } from '#server/platform/db/db.ts'

/** The site's VAPID keys (RFC 8292), with which it identifies itself to push services. In base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Loads the site's VAPID keys. The first process creates the keys and stores them in the database, so that
 * all processes share them and backups contain them. The keys are not cached in the process, because a
 * restored backup can contain other keys.
 */
export async function loadVapidKeys(): Promise<VapidKeys> {
  const stored = await readVapidKeys()
  if (stored) return stored
  const { default: webPush } = await import('web-push')
  await db
    .insertInto('site_secrets')
    .values({ name: 'vapid', value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((row) => row.doNothing())
    .execute()
  return (await readVapidKeys())!
}

async function readVapidKeys(): Promise<VapidKeys | undefined> {
  const row = await db
    .selectFrom('site_secrets')
    .select('value')
    .where('name', '=', 'vapid')
    .executeTakeFirst()
  return row && (JSON.parse(row.value) as VapidKeys)
}
