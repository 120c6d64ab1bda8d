interface QueuedWork {
  work: number
  due: number
  go: () => void
}

interface FairSchedulerOptions {
  /** How many times as long as its own work takes one lets others pass that came later. */
  patience?: number
  /** So much more than another's must the work at hand be, that the other may go beside it. */
  muchMore?: number
  /** Seconds. */
  now?: () => number
}

/**
 * A lane that one at a time may use, and beside it one that has next to nothing to do. `work` is about how many seconds it takes. Who
 * has less to do passes who has more, but not for ever: each is due a few times its own work after it came, and whoever is due first
 * goes first. So a film of ten minutes' work lets shorter ones pass for half an hour, however many come.
 */
export function createFairScheduler({
  patience = 3,
  muchMore = 8,
  now = () => performance.now() / 1000,
}: FairSchedulerOptions = {}) {
  const waiting: QueuedWork[] = []
  const inside: { work: number }[] = []

  const fits = ({ work }: { work: number }) =>
    inside.length === 0 || (inside.length === 1 && work * muchMore <= inside[0]!.work)

  const enter = <One extends { work: number }>(one: One): One => {
    inside.push(one)
    return one
  }

  const next = () => {
    for (;;) {
      const first = waiting.filter(fits).toSorted((a, b) => a.due - b.due)[0]
      if (!first) return
      waiting.splice(waiting.indexOf(first), 1)
      enter(first).go()
    }
  }

  /** Runs `use` when it is its turn. Rejects with the signal's reason when that comes first. */
  return async function take<T>(work: number, signal: AbortSignal, use: () => Promise<T>): Promise<T> {
    const one = fits({ work }) ? enter({ work }) : await turn(work, signal)
    try {
      return await use()
    } finally {
      inside.splice(inside.indexOf(one), 1)
      next()
    }
  }

  function turn(work: number, signal: AbortSignal): Promise<QueuedWork> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(signal.reason)
      }
      const one: QueuedWork = {
        work,
        due: now() + patience * work,
        go: () => {
          signal.removeEventListener('abort', leave)
          resolve(one)
        },
      }
      waiting.push(one)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }
}
