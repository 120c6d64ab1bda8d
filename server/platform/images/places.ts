import { Refusal } from '#contract/refusals.ts'

/**
 * So many may be at work at once, and so many wait for them: resolves with the function that leaves the place again. Whoever comes
 * when all places to wait are taken is refused with `unavailable`, which says to come again in a moment.
 */
export function places(atOnce: number, waitingMost: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let busy = 0
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }
  return async () => {
    if (busy < atOnce) busy += 1
    else if (waiting.length >= waitingMost) throw new Refusal('unavailable')
    else await new Promise<void>((go) => waiting.push(go))
    return leave
  }
}
