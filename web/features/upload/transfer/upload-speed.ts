import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'

/**
 * The period over which the upload speed is measured, in milliseconds. A period of 6 s is long enough for a
 * stable value and short enough to show a lost connection quickly.
 */
const speedWindowMs = 6000

export interface UploadSpeedMeter {
  /** Records the number of transferred bytes at every progress report. */
  add(bytesSoFar: number, now?: number): void
  /** Returns the measured upload speed in bytes per second, or undefined if there are too few samples. */
  speed(): number | undefined
  /** Discards the samples from before a pause or a lost connection. */
  reset(): void
}

export function createUploadSpeedMeter(): UploadSpeedMeter {
  let samples: { at: number; bytes: number }[] = []
  return {
    add(bytes, now = Date.now()) {
      const last = samples.at(-1)
      // The byte count from the server is authoritative. After a reconnect, it can be lower than the number
      // of bytes that were sent.
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
 * Formats a duration as "about 40 s left", "about 3 min left" or "about 1 h 5 min left", with non-breaking
 * spaces. The duration is rounded up, because finishing earlier than announced is better than finishing
 * later.
 */
export function formatTimeLeft(seconds: number): string {
  return formatRoughDuration(seconds).replaceAll(' ', '\u00a0')
}

function formatRoughDuration(seconds: number): string {
  if (seconds < 5) return uploadProgressMessages.left.few
  if (seconds < 55) return uploadProgressMessages.left.seconds({ seconds: Math.ceil(seconds / 5) * 5 })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return uploadProgressMessages.left.minutes({ minutes })
  return uploadProgressMessages.left.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
