/** Thrown when the work has exceeded its time limit. The transcode attempt then counts as failed. */
export class TranscodeTimeoutError extends Error {
  override name = 'WorkTimedOut'
}

/**
 * A time limit that can be paused. The time that the work spends waiting for its turn does not count towards
 * the limit. Calls `onTimeout` at most once.
 */
export class PausableTimeout {
  #left: number
  #runningSince: number | null = null
  #timer: NodeJS.Timeout | undefined
  readonly #onTimeout: (error: TranscodeTimeoutError) => void

  constructor(seconds: number, onTimeout: (error: TranscodeTimeoutError) => void) {
    this.#left = seconds * 1000
    this.#onTimeout = onTimeout
    this.resume()
  }

  /** Replaces the remaining time with a new limit. */
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
    const end = () => this.#onTimeout(new TranscodeTimeoutError('the work took longer than its limit'))
    this.#timer = setTimeout(end, Math.min(Math.max(0, this.#left), maxTimerMs))
  }

  end(): void {
    this.pause()
    this.#runningSince = null
  }
}

/**
 * The longest delay of a Node timer, in milliseconds. Node fires a timer immediately if its delay exceeds
 * this maximum.
 */
const maxTimerMs = 2 ** 31 - 1
