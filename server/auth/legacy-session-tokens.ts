import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/*
 * During an upgrade, processes that still run the previous release look up sessions by the plain token. To
 * keep people signed in during the upgrade, the plain token is stored with its hash for an hour after
 * migration 0035. Sites that were installed after migration 0035 never store a plain token.
 */

let legacyTokensUntil = 0

/** At startup, loads the time until which plain session tokens are stored. */
export async function loadLegacyTokenDeadline(): Promise<void> {
  const { rows } = await sql<{ until: Date | null }>`
    select ran_at + interval '1 hour' as until from migrations
    where name = '0035_session_hashes.sql' and exists (select from users where created_at < ran_at)`.execute(
    db,
  )
  legacyTokensUntil = rows[0]?.until?.getTime() ?? 0
}

/** Returns the plain token to store with a new session, or null once the hour after the migration is over. */
export function legacySessionToken(token: string): string | null {
  return Date.now() < legacyTokensUntil ? token : null
}

/** Removes the plain session tokens once the hour after the migration is over. */
export async function clearLegacySessionTokens(): Promise<void> {
  await loadLegacyTokenDeadline()
  if (Date.now() < legacyTokensUntil) return
  await db.updateTable('sessions').set({ token: null }).where('token', 'is not', null).execute()
}
