import { sql } from 'kysely'
import { reporterHashRetentionDays } from '#contract/moderation/reports.ts'
import { db } from '#server/platform/db/db.ts'

/** Erases the hashes of reporters' browsers and networks after a few weeks. */
export async function eraseOldReporterHashes(): Promise<void> {
  const oldest = new Date(Date.now() - reporterHashRetentionDays * 24 * 3600_000)
  await db
    .updateTable('reports')
    .set({ voice: null, network: null, claim: null })
    .where(sql<boolean>`coalesce(voice, network, claim) is not null`)
    .where('created_at', '<', oldest)
    .execute()
  await db
    .updateTable('cases')
    .set({ flood_key: null })
    .where('flood_key', 'is not', null)
    .where('opened_at', '<', oldest)
    .execute()
  await db.deleteFrom('case_sources').where('joined_at', '<', oldest).execute()
}
