import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db, withBackgroundTimeouts } from '../db/db.ts'
import { createGauge, createHistogram } from '../metrics/registry.ts'
import { withSpan } from '../tracing/tracing.ts'

const jobSeconds = createHistogram(
  'afterbell_job_duration_seconds',
  'Job runs finished by this process, by queue and outcome, and their duration in seconds',
  ['queue', 'outcome'],
  [0.01, 0.1, 1, 10, 60, 300, 1800, 7200],
)
const running = createGauge('afterbell_jobs_running', 'Jobs that this process is running', ['queue'])

/** Counts and traces one run of a job. */
export function instrumentJob<T>(queue: string, work: () => Promise<T>): Promise<T> {
  const facts = { 'messaging.destination.name': queue }
  return withSpan('consumer', `job ${queue}`, facts, () => timeJob(queue, work))
}

async function timeJob<T>(queue: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const end = (outcome: 'done' | 'failed') => {
    running.dec({ queue })
    jobSeconds.observe({ queue, outcome }, (performance.now() - startedAt) / 1000)
  }
  running.inc({ queue })
  try {
    const result = await work()
    end('done')
    return result
  } catch (error) {
    end('failed')
    throw error
  }
}

/**
 * The state of a queue in the database, which is the same for all processes. `oldest` is the age in seconds
 * of the oldest job that is ready to start.
 */
export interface QueueStatus {
  queue: string
  waiting: number
  oldest: number
}

/** The names of the queues that the metrics include even when they are empty. */
let declared: string[] = []

export function setAlwaysReportedQueues(names: string[]): void {
  declared = names
}

let last = { at: -Infinity, standing: Promise.resolve<QueueStatus[] | null>(null) }

/**
 * Returns the status of all queues. The result is at most a second old. Returns null if the database does not
 * respond within 3 s.
 */
export function getQueueStatuses(): Promise<QueueStatus[] | null> {
  if (performance.now() - last.at > 1000) last = { at: performance.now(), standing: queryQueueStatuses() }
  return last.standing
}

// The query uses a background connection, because the queue status matters most when the pool of database
// connections for requests is exhausted.
async function queryQueueStatuses(): Promise<QueueStatus[] | null> {
  const found = withBackgroundTimeouts(() => queueStatusQuery.execute(db)).then(({ rows }) =>
    withEmptyQueues(rows),
  )
  return Promise.race([found, pause(3000, null, { ref: false })]).catch(() => null)
}

// This query contains the conditions of the partial index with which workers find jobs (job_i11). PostgreSQL
// therefore uses this index instead of reading all jobs that were finished in the last day.
const queueStatusQuery = sql<QueueStatus>`
  select name as queue, count(*) as waiting, extract(epoch from now() - min(start_after))::float8 as oldest
  from pgboss.job where state < 'active' and not blocked and start_after <= now() and name not like '\\_\\_%' group by name`

function withEmptyQueues(rows: QueueStatus[]): QueueStatus[] {
  const empty = declared.filter((queue) => !rows.some((row) => row.queue === queue))
  return [...rows, ...empty.map((queue) => ({ queue, waiting: 0, oldest: 0 }))]
}

const queueGauges = {
  afterbell_queue_waiting_jobs: ['waiting', 'Jobs that are ready to start and waiting'],
  afterbell_queue_oldest_waiting_seconds: [
    'oldest',
    'Seconds for which the oldest waiting job has been ready to start',
  ],
} as const

for (const [name, [part, help]] of Object.entries(queueGauges))
  createGauge(name, `${help}, for the whole site (the same from every process)`, ['queue'], async (one) => {
    const all = await getQueueStatuses()
    one.reset()
    for (const row of all ?? []) one.set({ queue: row.queue }, row[part])
  })
createGauge('afterbell_database_up', 'Whether the database responds to this process', [], async (one) =>
  one.set((await getQueueStatuses()) ? 1 : 0),
)
