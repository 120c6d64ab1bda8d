import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { CompiledQuery } from 'kysely'
import { type Tx, withBackgroundTimeouts } from '../db/db.ts'
import type { CronJob, Job, JobWorker } from './job.ts'
import { log } from '../log.ts'
import { removeJobExpiry } from './remove-job-expiry.ts'
import { instrumentJob, setAlwaysReportedQueues } from './queue-metrics.ts'

export { defineBatchWorker, defineJob, defineWorker } from './job.ts'
export type { CronJob, Job, JobContext, JobWorker } from './job.ts'

let boss: PgBoss
/** A map from the former name of each renamed queue to its current name. */
let currentNames = new Map<string, string>()

/** Enqueues a job in the caller's transaction. The job exists if and only if the transaction is committed. */
export async function enqueue<Payload extends object>(
  tx: Tx,
  of: Job<Payload>,
  payload: Payload,
  options: { priority?: number; startAfter?: number | Date; singletonKey?: string } = {},
): Promise<void> {
  await boss.send(of.name, payload, {
    ...options,
    db: { executeSql: (text, values) => executeSqlIn(tx, text, values) },
  })
}

/** Enqueues several jobs of one kind in the caller's transaction. */
export async function enqueueJobs<Payload extends object>(
  tx: Tx,
  of: Job<Payload>,
  payloads: Payload[],
  options: { startAfter?: Date } = {},
): Promise<void> {
  await boss.insert(
    of.name,
    payloads.map((data) => ({ data, ...options })),
    { db: { executeSql: (text, values) => executeSqlIn(tx, text, values) } },
  )
}

/** Cancels a job in the caller's transaction. The caller has locked the job and knows that no worker runs it. */
export async function cancelQueuedJob(tx: Tx, name: string, id: string): Promise<void> {
  await boss.cancel(name, id, { db: { executeSql: (text, values) => executeSqlIn(tx, text, values) } })
}

/** Makes a failed job wait for another attempt, in the caller's transaction. */
export async function retryFailedJob(tx: Tx, name: string, id: string): Promise<void> {
  await boss.retry(name, id, { db: { executeSql: (text, values) => executeSqlIn(tx, text, values) } })
}

/** A waiting job as stored in a backup. */
export interface QueuedJob {
  name: string
  data: object
  priority: number
  start_after: string
  singleton_key: string | null
}

/**
 * Replaces all jobs in the queue with those of a backup, within the current transaction of `client`. Jobs of
 * unknown kinds are skipped. Returns the number of jobs that were put into queues.
 */
export async function replaceQueuedJobs(
  client: pg.Client,
  waiting: AsyncIterable<QueuedJob>,
): Promise<number> {
  const executeSql = async (text: string, values: unknown[] = []) => {
    const { rows } = await client.query(text, values)
    return { rows: rows as never[] }
  }
  await executeSql('delete from pgboss.job')
  let count = 0
  for await (const { name: nameInBackup, data, priority, start_after, singleton_key } of waiting) {
    const name = currentNames.get(nameInBackup) ?? nameInBackup
    if (!(await boss.getQueue(name))) continue
    const singletonKey = singleton_key ? { singletonKey: singleton_key } : {}
    await boss.send(name, data, { priority, startAfter: start_after, ...singletonKey, db: { executeSql } })
    count += 1
  }
  return count
}

/**
 * Deletes every job whose payload contains one of the given strings, whether the job is waiting, done or
 * failed.
 */
export async function deleteJobsWithPayloadContaining(tx: Tx, texts: string[]): Promise<void> {
  await executeSqlIn(
    tx,
    'delete from pgboss.job where exists (select from unnest($1::text[]) as text where strpos(data::text, text) > 0)',
    [texts],
  )
}

async function executeSqlIn(tx: Tx, text: string, values: unknown[] = []) {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
  return { rows: rows as never[] }
}

/**
 * Opens the queue and creates missing tables and queues. If `working` is true, this process also detects dead
 * workers.
 */
export async function startQueue(url: string, jobs: Job<object>[], working: boolean): Promise<void> {
  isStopping = false
  stopping = new AbortController()
  boss = new PgBoss({
    connectionString: url,
    max: working ? 4 : 2,
    application_name: 'afterbell-queue',
    useListenNotify: working,
    supervise: working,
    schedule: working,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 600,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 15,
  })
  boss.on('error', (error) => log.warn('queue error', { error: error.message }))
  await boss.start()
  setAlwaysReportedQueues(jobs.map(({ name }) => name))
  currentNames = new Map(jobs.flatMap(({ name, formerName }) => (formerName ? [[formerName, name]] : [])))
  for (const { name, options, hasOwnTimeLimit: limitsItself } of jobs) {
    await boss.createQueue(name, { ...options, notify: true })
    await boss.updateQueue(name, { ...options, notify: true })
    if (limitsItself) await removeJobExpiry(boss.getDb(), name)
  }
}

/** Starts the workers. Handlers get a signal that is aborted when the process must stop. */
export async function startJobWorkers(workers: JobWorker[], chores: CronJob[]): Promise<void> {
  for (const one of workers) {
    const { name, formerName } = one.job
    await startJobWorker(name, one)
    if (formerName && (await boss.getQueue(formerName))) await startJobWorker(formerName, one)
  }
  for (const chore of chores) await scheduleCronJob(chore)
}

async function startJobWorker(
  queue: string,
  { handle, concurrency: atOnce, batchSize: most, deleteWhenDone: andForget }: JobWorker,
): Promise<void> {
  const options = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, batchSize: most }
  activeQueues.add(queue)
  let apart = 0
  const open = async () => {
    const id = await boss.work(queue, options, async (jobs) => {
      const [one] = jobs
      if (!one) return
      // The worker looks for the next job as soon as this job is done. Otherwise, a job that arrived while
      // this job was running would wait for the next poll.
      boss.notifyWorker(id)
      const signal = AbortSignal.any([stopping.signal, one.signal])
      const payloads = jobs.map(({ data }) => data as never)
      let hasLeft = false
      const releaseSlot = async () => {
        if (hasLeft || isStopping || apart >= maxDetachedJobs) return
        hasLeft = true
        apart += 1
        await open()
      }
      const running = { id: one.id, signal, stopping: stopping.signal, releaseSlot }
      try {
        await instrumentJob(queue, () => withBackgroundTimeouts(() => handle(payloads, running)))
        if (andForget) await boss.deleteJob(queue, one.id)
      } finally {
        if (hasLeft) {
          apart -= 1
          await boss.offWork(queue, { id, wait: false })
        }
      }
    })
  }
  for (let n = 0; n < atOnce; n += 1) await open()
}

async function scheduleCronJob({ name, formerName, cron, run }: CronJob): Promise<void> {
  const queue = cronQueueName(name)
  await boss.createQueue(queue, {
    retryLimit: 1,
    expireInSeconds: 3600,
    policy: 'singleton',
    deleteAfterSeconds: 3600,
  })
  await boss.schedule(queue, cron)
  await startCronWorker(queue, run)
  if (formerName) await retireCronQueue(cronQueueName(formerName), run)
}

function cronQueueName(name: string): string {
  return `chore-${name}`
}

async function startCronWorker(queue: string, run: CronJob['run']): Promise<void> {
  activeQueues.add(queue)
  await boss.work(queue, { pollingIntervalSeconds: 30 }, () =>
    instrumentJob(queue, () => withBackgroundTimeouts(run)),
  )
}

/**
 * Removes the schedule of a renamed cron job. The queue under the job's previous name is kept, because
 * workers of the previous release still poll that queue. This process also polls the queue under the previous
 * name, so that no job in this queue waits forever.
 */
async function retireCronQueue(queue: string, run: CronJob['run']): Promise<void> {
  if (!(await boss.getQueue(queue))) return
  await boss.unschedule(queue)
  await startCronWorker(queue, run)
}

/**
 * The maximum number of jobs per queue that continue to run after they have released their concurrency slot.
 * Without this maximum, jobs that have released their slot could fill this machine's disk, because each of
 * these jobs can keep a video on the disk.
 */
const maxDetachedJobs = 24

let isStopping = false
let stopping = new AbortController()
const activeQueues = new Set<string>()

/**
 * Stops fetching jobs, aborts the running jobs (which return to the queue), and closes the queue. Fetching
 * must stop first, because a worker that was still fetching would pick up a job that was just returned.
 */
export async function stopQueue(): Promise<void> {
  isStopping = true
  await Promise.all([...activeQueues].map((name) => boss.offWork(name, { wait: false })))
  stopping.abort()
  activeQueues.clear()
  await boss.stop({ graceful: true, timeout: 8000 })
}
