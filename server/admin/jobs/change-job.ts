import { sql } from 'kysely'
import type { JobState } from '#contract/admin/jobs.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { cancelQueuedJob, retryFailedJob } from '#server/platform/queue/queue.ts'
import type { ConsoleActor } from '../console-actor.ts'
import { getJobRestrictions } from './job-rules.ts'

interface JobAddress {
  name: string
  id: string
}

/** Cancels a waiting job, if the site works without it. Running jobs are never cancelled. */
export function cancelJob(actor: ConsoleActor, job: JobAddress): Promise<undefined> {
  return transaction(async (tx) => {
    const state = await lockJob(tx, job)
    if (getJobRestrictions(job.name, state).cannotCancel !== null) throw new ApiError('job_not_cancellable')
    await cancelQueuedJob(tx, job.name, job.id)
    return logChange(tx, actor, 'cancel job', job)
  })
}

/** Runs a failed job again, with one more attempt than before. */
export function retryJob(actor: ConsoleActor, job: JobAddress): Promise<undefined> {
  return transaction(async (tx) => {
    const state = await lockJob(tx, job)
    if (getJobRestrictions(job.name, state).cannotRetry !== null) throw new ApiError('job_not_retryable')
    await retryFailedJob(tx, job.name, job.id)
    return logChange(tx, actor, 'retry job', job)
  })
}

/** Locks the job, so that no worker starts it meanwhile, and returns its state. */
async function lockJob(tx: Tx, { name, id }: JobAddress): Promise<JobState> {
  const { rows } = await sql<{ state: string }>`select state::text as state from pgboss.job
    where name = ${name} and id = ${id} for update`.execute(tx)
  switch (rows[0]?.state) {
    case 'created':
    case 'retry':
      return 'waiting'
    case 'active':
      return 'running'
    case 'failed':
      return 'failed'
    default:
      throw new ApiError('not_found')
  }
}

async function logChange(
  tx: Tx,
  actor: ConsoleActor,
  action: string,
  { name, id }: JobAddress,
): Promise<undefined> {
  const subject = { kind: 'job', id }
  await writeAuditEntry(tx, { action, actor: actor.id, subject, details: { job: name } })
  return undefined
}
