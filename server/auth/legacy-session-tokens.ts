import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/*
 * While one release takes the place of another, processes of the older one look sessions up by the token itself. So that nobody is signed
 * out by turns, the token stays beside its hash for an hour after migration 0035; a site that was new then never keeps one.
 */

let legacyTokensUntil = 0

/** Looks up, at the start, until when tokens are kept. */
export async function loadLegacyTokenDeadline(): Promise<void> {
  const { rows } = await sql<{ until: Date | null }>`
    select ran_at + interval '1 hour' as until from migrations
    where name = '0035_session_hashes.sql' and exists (select from users where created_at < ran_at)`.execute(
    db,
  )
  legacyTokensUntil = rows[0]?.until?.getTime() ?? 0
}

/** What a new session keeps of its token besides the hash. */
export function legacySessionToken(token: string): string | null {
  return Date.now() < legacyTokensUntil ? token : null
}

/** Once the hour is over, nothing is left of them. */
export async function sweepLegacySessionTokens(): Promise<void> {
  await loadLegacyTokenDeadline()
  if (Date.now() < legacyTokensUntil) return
  await db.updateTable('sessions').set({ token: null }).where('token', 'is not', null).execute()
}
