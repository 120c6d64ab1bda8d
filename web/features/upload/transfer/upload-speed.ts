import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'

/** The measuring window: long enough for a steady value, short enough to notice a lost signal. Milliseconds. */
const speedWindowMs = 6000

export interface UploadSpeedMeter {
  /** Call with every progress report. */
  add(bytesSoFar: number, now?: number): void
  /** Bytes per second over the window; undefined without enough samples. */
  speed(): number | undefined
  /** Discards measurements from before a pause or a lost network. */
  reset(): void
}

export function createUploadSpeedMeter(): UploadSpeedMeter {
  let samples: { at: number; bytes: number }[] = []
  return {
    add(bytes, now = Date.now()) {
      const last = samples.at(-1)
      // The server is authoritative: after a reconnect it may have fewer bytes than were sent.
      if (last && bytes < last.bytes) samples = []
      samples = [...samples.filter((sample) => now - sample.at <= speedWindowMs), { at: now, bytes }]
    },
    speed() {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < 500) return undefined
      return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000
    },
    reset() {
      samples = []
    },
  }
}

/**
 * For example "about 40 s left", "about 3 min left", "about 1 h 5 min left". Rounds up, because finishing
 * early is better than late; uses non-breaking spaces.
 */
export function formatTimeLeft(seconds: number): string {
  return formatRoughDuration(seconds).replaceAll(' ', '\u00a0')
}

function formatRoughDuration(seconds: number): string {
  if (seconds < 5) return uploadProgressMessages.left.few
  if (seconds < 55) return uploadProgressMessages.left.seconds(Math.ceil(seconds / 5) * 5)
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return uploadProgressMessages.left.minutes(minutes)
  return uploadProgressMessages.left.hours(Math.floor(minutes / 60), minutes % 60)
}
