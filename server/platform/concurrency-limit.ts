import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'

interface ConcurrencyRule {
  /** So many of one name are at work at once. */
  atOnce: number
  /** So many wait for them; without it, all who come. */
  waiting?: number
  /** What hears who comes when nobody else may wait. */
  full?: ApiErrorCode
}

/**
 * Lets those of one name go a few at a time, in this process, in the order they came. One that fails holds up nobody.
 */
export function limitConcurrency({
  atOnce,
  waiting: mostWaiting = Infinity,
  full = 'unavailable',
}: ConcurrencyRule) {
  const busy = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const here = busy.get(name) ?? { running: 0, waiting: [] }
    busy.set(name, here)
    if (here.running < atOnce) here.running += 1
    else if (here.waiting.length >= mostWaiting) throw new ApiError(full)
    // Who waits is handed the turn of who ends, so that nobody slips in between.
    else await new Promise<void>((resolve) => here.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = here.waiting.shift()
      if (next) next()
      else if ((here.running -= 1) === 0) busy.delete(name)
    }
  }
}
