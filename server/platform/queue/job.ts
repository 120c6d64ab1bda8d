import type { QueueOptions } from 'pg-boss'

/** A kind of job: name, payload and retry policy. Handlers may run twice and must be idempotent. */
export interface Job<Payload extends object> {
  name: string
  options: QueueOptions
  /** The handler enforces its own time limit, so the queue sets none. */
  hasOwnTimeLimit: boolean
  /** Only carries the type. */
  payload?: Payload
}

export interface JobContext {
  id: string
  /**
   * Aborted when the job must end: the process stops, the job has expired, or another worker has taken it
   * over.
   */
  signal: AbortSignal
  /** Aborted only when the process stops. A job that ends for any other reason has failed. */
  stopping: AbortSignal
  /**
   * Releases the job's concurrency slot, so that another job can start while this one finishes work that is
   * not urgent.
   */
  releaseSlot(): Promise<void>
}

/** How one process works on a job: the job and its handler. */
export interface JobWorker {
  job: Job<object>
  /** Jobs that run at the same time in this process. */
  concurrency: number
  /** The most jobs per handler call. They succeed or fail together. */
  batchSize: number
  /** Deletes the row as soon as the job is done: for payloads with personal data. */
  deleteWhenDone: boolean
  handle(payloads: never[], running: JobContext): Promise<void>
}

/** Periodic work: runs once per tick across all processes. */
export interface CronJob {
  name: string
  cron: string
  run(): Promise<void>
}

/**
 * Declares a job. Defaults: 3 tries with growing pauses, a heartbeat every 7.5 s, at most six hours per run.
 *
 * Time until another worker takes over (45 s is the promise, tests/fault-injection/kill-worker.ts): a worker
 * counts as dead after 15 s of silence. The check runs every 5 s, and takes a second round if the dead worker
 * had just claimed the job: 10 s. Then follow the retry pause and the next poll of a queue without
 * notifications: 5 s. That is 30 s plus the pause. Growing random pauses (2 to 4 s, 4 to 8, 8 to 16 …) once
 * broke the promise at the third crash on one video, with 46.4 s, so `process` always pauses 3 s: 33 s in
 * all.
 */
export function defineJob<Payload extends object>(
  name: string,
  options: QueueOptions = {},
  { limitsItself = false } = {},
): Job<Payload> {
  return {
    name,
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
  of: Job<Payload>,
  handle: (payload: Payload, running: JobContext) => Promise<void>,
  atOnce = 1,
  { andForget = false } = {},
): JobWorker {
  const one: JobWorker['handle'] = ([payload], running) => handle(payload!, running)
  return { job: of as Job<object>, handle: one, concurrency: atOnce, batchSize: 1, deleteWhenDone: andForget }
}

/** Like `defineWorker`, for frequent small jobs: waiting jobs are handed over in batches. */
export function defineBatchWorker<Payload extends object>(
  of: Job<Payload>,
  handle: (payloads: Payload[], running: JobContext) => Promise<void>,
  most: number,
): JobWorker {
  return {
    job: of as Job<object>,
    handle: handle as JobWorker['handle'],
    concurrency: 1,
    batchSize: most,
    deleteWhenDone: false,
  }
}
