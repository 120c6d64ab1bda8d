import { log } from '#server/platform/log.ts'
import {
  StaleAttemptError,
  type TranscodeAttempt,
  runInTranscodeAttemptTransaction,
} from './transcode-attempt.ts'
import { publishStreamStatus } from './stream-status.ts'

const reportMs = 1000
const heartbeatMs = 5000

/**
 * Returns how long an attempt waits between two reports, in milliseconds. The creator of a short video sees the
 * progress every second. After 50 s, a report every 5 s is enough, because each report notifies all processes.
 */
function reportIntervalMs(elapsedMs: number): number {
  return Math.min(heartbeatMs, Math.max(reportMs, elapsedMs / 10))
}

export interface TranscodeProgressValues {
  percent: number
  eta_seconds: number | null
  heartbeat_at: Date
}

/**
 * Saves the progress. `moved` is false if the update is only a heartbeat. Throws StaleAttemptError if the
 * attempt is over.
 */
export type SaveTranscodeProgress = (
  run: TranscodeAttempt,
  values: TranscodeProgressValues,
  moved: boolean,
) => Promise<void>

/**
 * Updates the row of an attempt every one to five seconds with its heartbeat, percentage and remaining time.
 * Calls `lost` if another attempt has taken over the item.
 */
export class TranscodeProgress {
  #done = 0
  #total = 1
  #speed: number | null = null
  #base = 0
  #startedAt = performance.now()
  #reportedAt = 0
  #reported = -1
  #writing = false
  readonly #run: TranscodeAttempt
  readonly #lost: (error: StaleAttemptError) => void
  readonly #save: SaveTranscodeProgress
  readonly #timer: NodeJS.Timeout

  constructor(
    run: TranscodeAttempt,
    lost: (error: StaleAttemptError) => void,
    save: SaveTranscodeProgress = saveStreamProgress,
  ) {
    this.#run = run
    this.#lost = lost
    this.#save = save
    this.#timer = setInterval(() => void this.#report(), reportMs)
  }

  /**
   * Sets the total amount of work and the usual speed in work per second (null if no speed has been
   * measured).
   */
  plan(total: number, speed: number | null): void {
    this.#total = total
    this.#speed = speed
    this.#startedAt = performance.now()
  }

  /**
   * Reserves the given amount of the total work for a step, and returns the callback that receives the step's
   * progress, from 0 to 1.
   */
  step(work: number): (part: number) => void {
    const base = this.#base
    this.#base += work
    return (part) => (this.#done = Math.max(this.#done, base + work * part))
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /**
   * Estimates the remaining seconds from the usual and the observed speed. The further the work has
   * progressed, the more the observed speed counts.
   */
  #secondsLeft(): number | null {
    const rest = this.#total - this.#done
    const seconds = (performance.now() - this.#startedAt) / 1000
    const observed = this.#done > 0 ? rest / (this.#done / seconds) : null
    const expected = this.#speed ? rest / this.#speed : null
    const part = this.#done / this.#total
    if (observed === null || expected === null) return expected ?? (part > 0.03 ? observed : null)
    return expected * (1 - part) + observed * part
  }

  async #report(): Promise<void> {
    const moved = this.#done !== this.#reported
    const now = performance.now()
    // The timer is not exact, so a report may be slightly early.
    const interval = (moved ? reportIntervalMs(now - this.#startedAt) : heartbeatMs) - reportMs / 2
    if (this.#writing || now - this.#reportedAt < interval) return
    this.#writing = true
    this.#reportedAt = now
    this.#reported = this.#done
    await this.#write(moved)
      .catch((error: Error) => {
        if (error instanceof StaleAttemptError) this.#lost(error)
        else log.warn('progress could not be saved', { error: error.message })
      })
      .finally(() => (this.#writing = false))
  }

  async #write(moved: boolean): Promise<void> {
    const percent = Math.min(99.9, (this.#done / this.#total) * 100)
    await this.#save(
      this.#run,
      { percent, eta_seconds: this.#secondsLeft(), heartbeat_at: new Date() },
      moved,
    )
  }
}

async function saveStreamProgress(
  run: TranscodeAttempt,
  values: TranscodeProgressValues,
  moved: boolean,
): Promise<void> {
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    await tx
      .updateTable('streams')
      .set(values)
      .where('content_id', '=', run.contentId)
      // This condition discards progress updates that arrive after the work has ended.
      .where('state', 'in', ['received', 'probed', 'encoding'])
      .execute()
    if (moved) await publishStreamStatus(tx, run.contentId)
  })
}
