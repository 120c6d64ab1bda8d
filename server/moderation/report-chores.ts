import { sql } from 'kysely'
import { reportVoiceDays } from '#contract/reports.ts'
import { db } from '../platform/db/db.ts'
import type { Chore } from '../platform/queue.ts'

/** Browsers and networks that reports came from are known for some weeks, even as hashes. */
export async function forgetVoices(): Promise<void> {
  const oldest = new Date(Date.now() - reportVoiceDays * 24 * 3600_000)
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

export const reportChores: Chore[] = [{ name: 'forget-report-voices', cron: '17 3 * * *', run: forgetVoices }]
