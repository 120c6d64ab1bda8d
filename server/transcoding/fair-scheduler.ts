interface QueuedWork {
  work: number
  due: number
  go: () => void
}

interface FairSchedulerOptions {
  /** A task can be overtaken for this many times its own work. */
  patience?: number
  /** A task may run beside the current one if the current one has at least this many times its work. */
  muchMore?: number
  /** The current time in seconds. */
  now?: () => number
}

/**
 * Creates a scheduler that runs one task at a time, plus one much smaller task beside it. `work` is the
 * estimated run time in seconds. Shorter tasks overtake longer ones, but not forever: a task is due at its
 * arrival time plus `patience` times its work, and the earliest due task runs first. A task of ten minutes
 * can thus be overtaken for half an hour, however many short tasks arrive.
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

  /**
   * Runs `use` when it is the task's turn. Rejects with the signal's reason if the signal aborts before that.
   */
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
