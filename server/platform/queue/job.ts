import type { QueueOptions } from 'pg-boss'

/** A kind of work: a name, a payload, and how it may be tried. Every handler may run twice: write it so. */
export interface Job<Payload extends object> {
  name: string
  options: QueueOptions
  /** The handler enforces its own time limit, so the queue sets none. */
  hasOwnTimeLimit: boolean
  /** Only for the type. */
  payload?: Payload
}

export interface JobContext {
  id: string
  /** Aborted when the work must end: the process stops, the job has expired, or another worker has taken it over. */
  signal: AbortSignal
  /** Aborted only when the process stops. Work that ends for any other reason has failed. */
  stopping: AbortSignal
  /** From here on it holds no place of its kind: another may begin beside it. For what has done what others wait for. */
  releaseSlot(): Promise<void>
}

/** How one process works on a job: the job and the function. */
export interface JobWorker {
  job: Job<object>
  /** How many at a time in this process. */
  concurrency: number
  /** So many jobs are handed over together, when there are. They succeed or fail together. */
  batchSize: number
  /** Its row goes as soon as it is done: for payloads that speak of people. */
  deleteWhenDone: boolean
  handle(payloads: never[], running: JobContext): Promise<void>
}

/** Periodic work: runs once per tick over all processes. */
export interface CronJob {
  name: string
  cron: string
  run(): Promise<void>
}

/**
 * Declares a kind of work. Defaults: 3 tries with growing pauses, a heartbeat every 7.5 s, at most six hours a run.
 *
 * What bounds a takeover (45 s is the promise, tests/fault-injection/kill-worker.ts): silent for 15 s counts as dead; somebody looks every
 * 5 s, and a whole look later where the dead one had just claimed it: 10; the pause; the next poll of a queue without news: 5. That is
 * 30 s and the pause. A pause that grows (2 to 4 s, 4 to 8, 8 to 16 …, at random) once broke the promise with the third death of one
 * film, 46.4 s; so `process` has the same short pause each time, 3 s: 33 s in all.
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

/** As `worker`, for small work of which there may be much: what waits is handed over together. */
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
