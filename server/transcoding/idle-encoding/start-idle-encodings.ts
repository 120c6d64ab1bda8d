import { sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import { transaction } from '#server/platform/db/db.ts'
import { enqueueJobs } from '#server/platform/queue/queue.ts'
import { selectIdleEncodingCandidates } from './idle-encoding-candidates.ts'
import { idleEncodingJob } from './idle-encoding-job.ts'

/** The maximum number of workers that are woken up at a time. */
const maxWorkers = 20

/** Wakes up one worker for each video that is worth re-encoding, unless jobs are still waiting. */
export async function startIdleEncodings(): Promise<void> {
  if (!config.idleEncoding) return
  await transaction(async (tx) => {
    const { rows: waiting } = await sql`select from pgboss.job
      where name = ${idleEncodingJob.name} and state < 'active' limit 1`.execute(tx)
    if (waiting.length > 0) return
    const candidates = await selectIdleEncodingCandidates(tx, maxWorkers).select('content.id').execute()
    await enqueueJobs(
      tx,
      idleEncodingJob,
      candidates.map(() => ({})),
    )
  })
}
