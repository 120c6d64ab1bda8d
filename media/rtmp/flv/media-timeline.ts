import { RtmpError } from '../disconnect-reasons.ts'

/**
 * The largest backward step that is tolerated. Small backward steps occur when encoders round timestamps, and
 * the previous timestamp is used instead.
 */
const maxReversalMs = 1000

/**
 * Converts RTMP timestamps to FLV timestamps, which start at 0 and never go backwards within a track. RTMP
 * timestamps are unsigned 32-bit numbers that may start anywhere and wrap around (RTMP 1.0, section 3), so
 * only their differences count.
 */
export class MediaTimeline {
  #origin: { timestamp: number; now: number } | null = null
  readonly #tracks = new Map<'audio' | 'video', { timestamp: number; time: number }>()
  readonly #maxAheadMs: number

  constructor(maxAheadMs: number) {
    this.#maxAheadMs = maxAheadMs
  }

  /**
   * Returns the time of a message in milliseconds. `now` is a monotonic time in milliseconds. Throws
   * `RtmpError` if the timestamp is far behind the previous one or far ahead of the clock.
   */
  timeOf(track: 'audio' | 'video', timestamp: number, now: number): number {
    this.#origin ??= { timestamp, now }
    const previous = this.#tracks.get(track) ?? { timestamp: this.#origin.timestamp, time: 0 }
    // The difference is a signed 32-bit number, so a wraparound becomes a small step forward.
    const step = (timestamp - previous.timestamp) | 0
    if (step < -maxReversalMs) throw new RtmpError('timestamps_reversed')
    const current = step > 0 ? { timestamp, time: previous.time + step } : previous
    if (current.time - (now - this.#origin.now) > this.#maxAheadMs) throw new RtmpError('timestamps_ahead')
    this.#tracks.set(track, current)
    return current.time
  }
}
