import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db, unhurried } from './db/db.ts'
import { gauge, histogram } from './metrics/registry.ts'
import { inSpan } from './trace/trace.ts'

const jobSeconds = histogram(
  'afterbell_job_duration_seconds',
  'Runs of jobs that this process has ended, by queue and outcome, and the seconds they took',
  ['queue', 'outcome'],
  [0.01, 0.1, 1, 10, 60, 300, 1800, 7200],
)
const running = gauge('afterbell_jobs_running', 'Jobs that this process works on', ['queue'])

/** Counts a run of a job, and traces it. */
export function counted<T>(queue: string, work: () => Promise<T>): Promise<T> {
  const facts = { 'messaging.destination.name': queue }
  return inSpan('consumer', `job ${queue}`, facts, () => timed(queue, work))
}

async function timed<T>(queue: string, work: () => Promise<T>): Promise<T> {
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

/** A queue as the database has it: the same, whichever process asks. `oldest`: for how many seconds the first that waits could have begun. */
export interface Standing {
  queue: string
  waiting: number
  oldest: number
}

/** The queues that are told also when nothing waits in them. */
let declared: string[] = []

export function declareQueues(names: string[]): void {
  declared = names
}

let last = { at: -Infinity, standing: Promise.resolve<Standing[] | null>(null) }

/** How all queues stand, not older than a second. Null when the database does not say within 3 s. */
export function queuesNow(): Promise<Standing[] | null> {
  if (performance.now() - last.at > 1000) last = { at: performance.now(), standing: ask() }
  return last.standing
}

// By a connection of work: where those of requests have run out is when one wants to know.
async function ask(): Promise<Standing[] | null> {
  const found = unhurried(() => standing.execute(db)).then(({ rows }) => withEmpty(rows))
  return Promise.race([found, pause(3000, null, { ref: false })]).catch(() => null)
}

// The condition of the index by which workers find their next job (job_i11): what is done, a day of it, is not read.
const standing = sql<Standing>`
  select name as queue, count(*) as waiting, extract(epoch from now() - min(start_after))::float8 as oldest
  from pgboss.job where state < 'active' and not blocked and start_after <= now() and name not like '\\_\\_%' group by name`

function withEmpty(rows: Standing[]): Standing[] {
  const empty = declared.filter((queue) => !rows.some((row) => row.queue === queue))
  return [...rows, ...empty.map((queue) => ({ queue, waiting: 0, oldest: 0 }))]
}

const told = {
  afterbell_queue_waiting_jobs: ['waiting', 'Jobs that could begin and wait'],
  afterbell_queue_oldest_waiting_seconds: [
    'oldest',
    'For how long the job could have begun that waits longest',
  ],
} as const

for (const [name, [part, help]] of Object.entries(told))
  gauge(name, `${help}; of the whole site, the same from every process`, ['queue'], async (one) => {
    const all = await queuesNow()
    one.reset()
    for (const row of all ?? []) one.set({ queue: row.queue }, row[part])
  })
gauge('afterbell_database_up', 'Whether the database answers this process', [], async (one) =>
  one.set((await queuesNow()) ? 1 : 0),
)
