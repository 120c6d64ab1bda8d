import { type RawBuilder, sql } from 'kysely'
import type { JobCount, JobState, listJobs as endpoint, QueuedJob } from '#contract/admin/jobs.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { db } from '#server/platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import { describeJobFailure } from './failure-reason.ts'
import { getJobRestrictions } from './job-rules.ts'

type JobQuery = ParsedInputOf<typeof endpoint>['query']

interface JobRow {
  id: string
  name: string
  created_on: Date
  started_on: Date | null
  completed_on: Date | null
  start_after: Date
  retry_count: number
  retry_limit: number
  output: unknown
  place: string
}

const keyset = createKeyset('job', 'id', 'created_on')

/** The states of pg-boss. Internal queues of pg-boss begin with two underscores. */
const isInState: Record<JobState, RawBuilder<boolean>> = {
  running: sql<boolean>`job.state = 'active'`,
  waiting: sql<boolean>`job.state < 'active'`,
  failed: sql<boolean>`job.state = 'failed'`,
}
const isOurs = sql<boolean>`job.name not like '\\_\\_%'`

/** Lists the jobs of one state, newest first. Payloads are never returned, because they can name people. */
export async function listJobs(query: JobQuery): Promise<ResponseOf<typeof endpoint>> {
  const { state, name, cursor, limit } = query
  const named = name === undefined ? sql`` : sql`and job.name = ${name}`
  const [{ rows }, counts] = await Promise.all([
    sql<JobRow>`select job.id, job.name, job.created_on, job.started_on, job.completed_on, job.start_after,
        job.retry_count, job.retry_limit, job.output, ${keyset.rowCursor} as place
      from pgboss.job where ${isInState[state]} and ${isOurs} ${named} and ${keyset.before(cursor)}
      order by job.created_on desc, job.id desc limit ${toFetchLimitSql(limit)}`.execute(db),
    countJobs(),
  ])
  const page = paginateRows(rows, limit)
  return {
    items: page.items.map((row) => presentJob(row, state)),
    next_cursor: page.next_cursor,
    counts,
  }
}

async function countJobs(): Promise<JobCount[]> {
  const { rows } = await sql<
    Omit<JobCount, 'oldest_waiting'> & { oldest_waiting: Date | null }
  >`select job.name,
      (count(*) filter (where ${isInState.running}))::int as running,
      (count(*) filter (where ${isInState.waiting}))::int as waiting,
      (count(*) filter (where ${isInState.failed}))::int as failed,
      min(start_after) filter (where ${isInState.waiting} and start_after <= now()) as oldest_waiting
    from pgboss.job where job.state in ('created', 'retry', 'active', 'failed') and ${isOurs}
    group by job.name order by job.name`.execute(db)
  return rows.map((row) => ({ ...row, oldest_waiting: row.oldest_waiting?.toISOString() ?? null }))
}

function presentJob(row: JobRow, state: JobState): QueuedJob {
  const { cannotCancel, cannotRetry } = getJobRestrictions(row.name, state)
  return {
    id: row.id,
    name: row.name,
    state,
    created_at: row.created_on.toISOString(),
    started_at: row.started_on?.toISOString() ?? null,
    starts_after: state === 'waiting' ? row.start_after.toISOString() : null,
    failed_at: state === 'failed' ? (row.completed_on?.toISOString() ?? null) : null,
    attempts: row.retry_count,
    max_attempts: row.retry_limit,
    reason: describeJobFailure(row.name, row.output),
    cannot_cancel: cannotCancel,
    cannot_retry: cannotRetry,
  }
}
