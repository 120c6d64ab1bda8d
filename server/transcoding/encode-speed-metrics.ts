import { createCounter, createGauge } from '#server/platform/metrics/registry.ts'

/** `first`: the first rendition, which makes a video playable; `ladder`: the remaining renditions. */
type Step = 'first' | 'ladder'

export const encodedVideoSeconds = createCounter(
  'afterbell_encoded_seconds_total',
  'Seconds of film that were made, by step: over afterbell_encoding_seconds_total they are the speed as a multiple of real time',
  ['step'],
)
export const encodingWallSeconds = createCounter('afterbell_encoding_seconds_total', 'Seconds that it took', [
  'step',
])
const encodeSpeedGauge = createGauge(
  'afterbell_encode_speed_ratio',
  'Seconds of film made in a second, of the newest film that this process has made or is making',
  ['step'],
)

/**
 * Wraps an `onProgress` callback so that it also counts encoded seconds (`duration` is in seconds). They are
 * counted while encoding rather than at the end, so that the metrics of a two-hour video move while it is
 * encoded.
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
    encodingWallSeconds.inc({ step }, (now - at) / 1000)
    done = Math.max(done, part)
    at = now
    if (now > startedAt) encodeSpeedGauge.set({ step }, (done * duration * 1000) / (now - startedAt))
    onProgress(part)
  }
}
