/** The work itself took too long. Counts as a failed try. */
export class WorkTimeoutError extends Error {
  override name = 'WorkTimedOut'
}

/**
 * A time limit on work that can be paused: time spent waiting for a turn does not count. `onTimeout` is called at most once.
 */
export class WorkTimer {
  #left: number
  #runningSince: number | null = null
  #timer: NodeJS.Timeout | undefined
  readonly #onTimeout: (error: WorkTimeoutError) => void

  constructor(seconds: number, onTimeout: (error: WorkTimeoutError) => void) {
    this.#left = seconds * 1000
    this.#onTimeout = onTimeout
    this.resume()
  }

  /** Replaces what is left of the limit. */
  restart(seconds: number): void {
    this.pause()
    this.#left = seconds * 1000
    this.resume()
  }

  pause(): void {
    if (this.#runningSince === null) return
    this.#left -= performance.now() - this.#runningSince
    this.#runningSince = null
    clearTimeout(this.#timer)
  }

  resume(): void {
    if (this.#runningSince !== null) return
    this.#runningSince = performance.now()
    const end = () => this.#onTimeout(new WorkTimeoutError('the work took longer than its limit'))
    this.#timer = setTimeout(end, Math.min(Math.max(0, this.#left), maxTimerMs))
  }

  end(): void {
    this.pause()
    this.#runningSince = null
  }
}

/** Node's longest timer in milliseconds; a longer one fires at once. */
const maxTimerMs = 2 ** 31 - 1
