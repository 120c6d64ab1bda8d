import { counter, gauge } from '../platform/metrics/registry.ts'

/** `first`: what makes a film playable; `ladder`: the rest of its renditions. */
type Step = 'first' | 'ladder'

export const filmSeconds = counter(
  'afterbell_encoded_seconds_total',
  'Seconds of film that were made, by step: over afterbell_encoding_seconds_total they are the speed as a multiple of real time',
  ['step'],
)
export const wallSeconds = counter('afterbell_encoding_seconds_total', 'Seconds that it took', ['step'])
const speed = gauge(
  'afterbell_encode_speed_ratio',
  'Seconds of film made in a second, of the newest film that this process has made or is making',
  ['step'],
)

/**
 * Takes what `onProgress` takes, and counts: film of `duration` seconds as it is made, not when it is done, so that one of two hours
 * can be watched while it is at work.
 */
export function countingSpeed(
  step: Step,
  duration: number,
  onProgress: (part: number) => void,
): (part: number) => void {
  const startedAt = performance.now()
  let [done, at] = [0, startedAt]
  return (part) => {
    const now = performance.now()
    filmSeconds.inc({ step }, Math.max(0, part - done) * duration)
    wallSeconds.inc({ step }, (now - at) / 1000)
    done = Math.max(done, part)
    at = now
    if (now > startedAt) speed.set({ step }, (done * duration * 1000) / (now - startedAt))
    onProgress(part)
  }
}
