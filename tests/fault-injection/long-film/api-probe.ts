import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { quantile } from '#tests/support/measurements/statistics.ts'

export interface ApiProbeSetup {
  url: string
  paths: string[]
  cookie: string
  perSecond: number
}

/** A response of the API. `at` is when the request was sent. `status` is 0 if the connection broke. */
export interface ProbedResponse {
  at: number
  path: string
  status: number
  milliseconds: number
}

/** Measures the response times of the API while something else happens. */
export class ApiProbe {
  readonly responses: ProbedResponse[] = []
  readonly #thread: Worker

  constructor(setup: ApiProbeSetup) {
    this.#thread = new Worker(new URL('api-probe-thread.ts', import.meta.url), { workerData: setup })
    this.#thread.on('message', (response: ProbedResponse) => this.responses.push(response))
  }

  /** Sends all further requests to another web server. */
  moveTo(url: string): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to and from a worker have no target origin
    this.#thread.postMessage({ url })
  }

  /** Waits, and returns the 95th percentile of the response times in this time, in milliseconds. */
  async measure(seconds: number): Promise<number> {
    const from = Date.now()
    await pause(seconds * 1000)
    return this.getP95(from)
  }

  /** Returns the 95th percentile of the response times in a span of time, in milliseconds. */
  getP95(from: number, to = Date.now()): number {
    const times = this.responses
      .filter(({ at, status }) => status === 200 && at >= from && at < to)
      .map(({ milliseconds }) => milliseconds)
    return quantile(times, 0.95)
  }

  /** Returns the 95th percentile of each minute, in milliseconds. Leaves out the minute that has not ended. */
  listMinutes(from: number): number[] {
    const minutes = Math.floor((Date.now() - from) / 60_000)
    return Array.from({ length: minutes }, (_, n) => this.getP95(from + n * 60_000, from + (n + 1) * 60_000))
  }

  async stop(): Promise<void> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to and from a worker have no target origin
    this.#thread.postMessage('stop')
    await once(this.#thread, 'exit')
  }
}
