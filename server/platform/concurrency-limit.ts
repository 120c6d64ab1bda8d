import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'

interface ConcurrencyRule {
  /** How many calls with the same name may run at the same time. */
  maxConcurrent: number
  /** How many calls with the same name may wait; unlimited if omitted. */
  maxWaiting?: number
  /** The error code for a call that is rejected because the queue is full. */
  rejectionCode?: ApiErrorCode
}

/**
 * Limits how many calls with the same name run concurrently in this process. Waiting calls run in the order
 * in which they arrived. A call that fails does not block the waiting calls.
 */
export function limitConcurrency({
  maxConcurrent,
  maxWaiting: mostWaiting = Infinity,
  rejectionCode = 'unavailable',
}: ConcurrencyRule) {
  const busy = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const here = busy.get(name) ?? { running: 0, waiting: [] }
    busy.set(name, here)
    if (here.running < maxConcurrent) here.running += 1
    else if (here.waiting.length >= mostWaiting) throw new ApiError(rejectionCode)
    // A finished call passes its slot to the next waiting call, so that no new call can overtake a waiting
    // one.
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
