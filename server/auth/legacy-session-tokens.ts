import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/*
 * During an upgrade, processes that still run the previous release look up sessions by the plain token. To
 * keep people signed in during the upgrade, both the plain token and its hash are stored during the first
 * hour after migration 0035. Sites that were installed after migration 0035 never store a plain token.
 */

let legacyTokensUntil = 0

/** Called at startup. Loads the time until which the server also stores plain session tokens. */
export async function loadLegacyTokenDeadline(): Promise<void> {
  const { rows } = await sql<{ until: Date | null }>`
    select ran_at + interval '1 hour' as until from migrations
    where name = '0035_session_hashes.sql' and exists (select from users where created_at < ran_at)`.execute(
    db,
  )
  legacyTokensUntil = rows[0]?.until?.getTime() ?? 0
}

/**
 * Returns the plain token to store with a new session, or null if migration 0035 was more than an hour ago.
 */
export function toLegacySessionToken(token: string): string | null {
  return Date.now() < legacyTokensUntil ? token : null
}

/** Removes the plain session tokens once migration 0035 was more than an hour ago. */
export async function clearLegacySessionTokens(): Promise<void> {
  await loadLegacyTokenDeadline()
  if (Date.now() < legacyTokensUntil) return
  await db.updateTable('sessions').set({ token: null }).where('token', 'is not', null).execute()
}
