import { log } from '#server/platform/log.ts'
import { StaleAttemptError, type TranscodeAttempt, inAttemptTransaction } from './transcode-attempt.ts'
import { publishStreamStatus } from './stream-status.ts'

const reportMs = 1000
const heartbeatMs = 5000

/**
 * Keeps the row of a try alive and truthful: its heartbeat, how much is done and how long the rest takes, at most once
 * a second. `lost` is told when somebody else has taken over.
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
  readonly #timer: NodeJS.Timeout

  constructor(run: TranscodeAttempt, lost: (error: StaleAttemptError) => void) {
    this.#run = run
    this.#lost = lost
    this.#timer = setInterval(() => void this.#report(), reportMs)
  }

  /** All the work there is, and how much of it was usually done in a second (null: nobody knows yet). */
  plan(total: number, speed: number | null): void {
    this.#total = total
    this.#speed = speed
    this.#startedAt = performance.now()
  }

  /** A function that takes the part done, 0 to 1, of a step that is worth this much work. */
  step(work: number): (part: number) => void {
    const base = this.#base
    this.#base += work
    return (part) => (this.#done = Math.max(this.#done, base + work * part))
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /** What is usual counts at the beginning, what is seen counts more and more. */
  #secondsLeft(): number | null {
    const rest = this.#total - this.#done
    const seconds = (performance.now() - this.#startedAt) / 1000
    const seen = this.#done > 0 ? rest / (this.#done / seconds) : null
    const usual = this.#speed ? rest / this.#speed : null
    const part = this.#done / this.#total
    if (seen === null || usual === null) return usual ?? (part > 0.03 ? seen : null)
    return usual * (1 - part) + seen * part
  }

  async #report(): Promise<void> {
    const moved = this.#done !== this.#reported
    if (this.#writing || (!moved && performance.now() - this.#reportedAt < heartbeatMs)) return
    this.#writing = true
    this.#reportedAt = performance.now()
    this.#reported = this.#done
    await this.#write(moved)
      .catch((error: Error) => {
        if (error instanceof StaleAttemptError) this.#lost(error)
        else log.warn('progress was not written', { error: error.message })
      })
      .finally(() => (this.#writing = false))
  }

  async #write(moved: boolean): Promise<void> {
    const percent = Math.min(99.9, (this.#done / this.#total) * 100)
    await inAttemptTransaction(this.#run, async (tx) => {
      await tx
        .updateTable('streams')
        .set({ percent, eta_seconds: this.#secondsLeft(), heartbeat_at: new Date() })
        .where('content_id', '=', this.#run.contentId)
        // A report that was on its way when the work ended says nothing any more.
        .where('state', 'in', ['received', 'probed', 'encoding'])
        .execute()
      if (moved) await publishStreamStatus(tx, this.#run.contentId)
    })
  }
}
