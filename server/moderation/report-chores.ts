import { reportVoiceDays } from '#contract/reports.ts'
import { db } from '../platform/db/db.ts'
import type { Chore } from '../platform/queue.ts'

/** From where somebody signed out reported is known for some weeks, even as a hash. */
export async function forgetVoices(): Promise<void> {
  await db
    .updateTable('reports')
    .set({ voice: null })
    .where('voice', 'is not', null)
    .where('created_at', '<', new Date(Date.now() - reportVoiceDays * 24 * 3600_000))
    .execute()
}

export const reportChores: Chore[] = [{ name: 'forget-report-voices', cron: '17 3 * * *', run: forgetVoices }]
