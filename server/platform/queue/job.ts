import type { QueueOptions } from 'pg-boss'

/**
 * A kind of job, with its name, its payload and its retry policy. A handler can run twice for the same job,
 * so it must be idempotent.
 */
export interface Job<Payload extends object> {
  name: string
  /**
   * The queue's name in the previous release. Jobs that are still waiting in the queue under its previous
   * name are processed too (decisions/052).
   */
  formerName?: string
  options: QueueOptions
  /** Whether the handler itself limits how long the job runs, so that the queue sets no time limit. */
  hasOwnTimeLimit: boolean
  /** This property is never set and only tells TypeScript the type of the payload. */
  payload?: Payload
}

export interface JobContext {
  id: string
  /**
   * This signal is aborted when the job must end, because the process is stopping, the job has expired, or
   * another worker has taken the job over.
   */
  signal: AbortSignal
  /**
   * This signal is aborted only when the process is stopping. If `signal` is aborted while the process is not
   * stopping, the job has failed.
   */
  stopping: AbortSignal
  /**
   * Releases the job's concurrency slot, so that another job can start while this one finishes work that is
   * not urgent.
   */
  releaseSlot(): Promise<void>
}

/** A job, the handler that processes it, and the limits for processing. */
export interface JobWorker {
  job: Job<object>
  /** How many jobs of this kind run at the same time in this process. */
  concurrency: number
  /**
   * The maximum number of jobs that are passed to one call of the handler. All jobs in a call succeed or fail
   * together.
   */
  batchSize: number
  /**
   * Whether to delete the row of a job as soon as the job is done. Set this to true if the payload contains
   * personal data.
   */
  deleteWhenDone: boolean
  handle(payloads: never[], running: JobContext): Promise<void>
}

/** Periodic work. At each scheduled time, only one of the site's processes does the work. */
export interface CronJob {
  name: string
  /**
   * The cron job's name in the previous release. At startup, the schedule under the previous name is removed.
   */
  formerName?: string
  cron: string
  run(): Promise<void>
}

/**
 * Declares a job. By default, a job is attempted up to 3 times with increasing delays, sends a heartbeat
 * every 7.5 s, and may run for at most six hours.
 *
 * If a worker dies, another worker must take over its job within 45 s (tests/fault-injection/worker-kill.ts).
 * A worker counts as dead after 15 s without a heartbeat. The queue looks for dead workers every 5 s. If a
 * worker dies right after it claims a job, the queue may notice only at its second check for dead workers, up
 * to 10 s after the heartbeat timeout. After the retry delay, it takes up to 5 s until a worker polls the
 * queue again. In total, another worker takes over a dead worker's job after at most 30 s (15 s + 10 s + 5 s)
 * plus the retry delay. With random, increasing retry delays (2 to 4 s, 4 to 8 s, 8 to 16 s, …), another
 * worker once took over a job only after 46.4 s, because workers had already crashed three times while
 * processing the same video. The retry delay of the `process` job is therefore always 3 s, so that another
 * worker takes the job over within 33 s.
 */
export function defineJob<Payload extends object>(
  name: string,
  options: QueueOptions = {},
  { limitsItself = false, formerName }: { limitsItself?: boolean; formerName?: string } = {},
): Job<Payload> {
  return {
    name,
    ...(formerName && { formerName }),
    hasOwnTimeLimit: limitsItself,
    options: {
      retryLimit: 2,
      retryDelay: 5,
      retryBackoff: true,
      expireInSeconds: 6 * 3600,
      heartbeatSeconds: 15,
      deleteAfterSeconds: 24 * 3600,
      ...options,
    },
  }
}

export function defineWorker<Payload extends object>(
  job: Job<Payload>,
  handle: (payload: Payload, running: JobContext) => Promise<void>,
  concurrency = 1,
  { andForget = false } = {},
): JobWorker {
  const one: JobWorker['handle'] = ([payload], running) => handle(payload!, running)
  return {
    job: job as Job<object>,
    handle: one,
    concurrency: concurrency,
    batchSize: 1,
    deleteWhenDone: andForget,
  }
}

/** Declares a worker for frequent small jobs. Each call of the handler gets a batch of waiting jobs. */
export function defineBatchWorker<Payload extends object>(
  job: Job<Payload>,
  handle: (payloads: Payload[], running: JobContext) => Promise<void>,
  batchSize: number,
): JobWorker {
  return {
    job: job as Job<object>,
    handle: handle as JobWorker['handle'],
    concurrency: 1,
    batchSize: batchSize,
    deleteWhenDone: false,
  }
}
