import { createCounter, createGauge } from '#server/platform/metrics/registry.ts'

/** `first`: what makes a film playable; `ladder`: the rest of its renditions. */
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
 * Takes what `onProgress` takes, and counts: film of `duration` seconds as it is made, not when it is done, so that one of two hours
 * can be watched while it is at work.
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
