import { createCounter, createGauge } from '#server/platform/metrics/registry.ts'

/**
 * The encoding steps. `first` is the encoding of the first rendition, which makes a video playable. `ladder`
 * is the encoding of all other renditions.
 */
type Step = 'first' | 'ladder'

export const encodedVideoSeconds = createCounter(
  'afterbell_encoded_seconds_total',
  'Seconds of video encoded, by step. Divided by afterbell_encoding_seconds_total, the speed as a multiple of real time',
  ['step'],
)
export const encodingWallClockSeconds = createCounter(
  'afterbell_encoding_seconds_total',
  'Wall-clock seconds spent encoding',
  ['step'],
)
const encodeSpeedGauge = createGauge(
  'afterbell_encode_speed_ratio',
  'Seconds of video encoded per second, for the newest video of this process',
  ['step'],
)

/**
 * Wraps an `onProgress` callback so that it also counts the encoded seconds. `duration` is in seconds. The
 * seconds are counted during encoding and not at the end, so that the metrics already increase while a
 * two-hour video is encoded.
 */
export function trackEncodeSpeed(
  step: Step,
  duration: number,
  onProgress: (part: number) => void,
): (part: number) => void {
  const startedAt = performance.now()
  let [done, at] = [0, startedAt]
  return (part) => {
    const now = performance.now()
    encodedVideoSeconds.inc({ step }, Math.max(0, part - done) * duration)
    encodingWallClockSeconds.inc({ step }, (now - at) / 1000)
    done = Math.max(done, part)
    at = now
    if (now > startedAt) encodeSpeedGauge.set({ step }, (done * duration * 1000) / (now - startedAt))
    onProgress(part)
  }
}
