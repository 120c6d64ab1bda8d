interface QueuedWork {
  work: number
  due: number
  go: () => void
}

interface FairSchedulerOptions {
  /**
   * If this is 3 and a waiting task has 10 minutes of work, later tasks can overtake the waiting task for 30
   * minutes.
   */
  overtakeFactor?: number
  /**
   * A second task can run in parallel only if the running task has at least `sizeRatio` times as much work as
   * the second task.
   */
  sizeRatio?: number
  /** Returns the current time in seconds. */
  now?: () => number
}

/**
 * Creates a scheduler that runs one task at a time. While a task is running, one much smaller task may run in
 * parallel. `work` is the estimated run time in seconds. Shorter tasks overtake longer tasks, but only for a
 * limited time. A task is due at its arrival time plus `overtakeFactor` times its work, and the task with the
 * earliest due time runs first. A ten-minute task can therefore be overtaken for at most half an hour, no
 * matter how many short tasks arrive.
 */
export function createFairScheduler({
  overtakeFactor = 3,
  sizeRatio = 8,
  now = () => performance.now() / 1000,
}: FairSchedulerOptions = {}) {
  const waiting: QueuedWork[] = []
  const running: { work: number }[] = []

  const fits = ({ work }: { work: number }) =>
    running.length === 0 || (running.length === 1 && work * sizeRatio <= running[0]!.work)

  const start = <One extends { work: number }>(one: One): One => {
    running.push(one)
    return one
  }

  const next = () => {
    for (;;) {
      const first = waiting.filter(fits).toSorted((a, b) => a.due - b.due)[0]
      if (!first) return
      waiting.splice(waiting.indexOf(first), 1)
      start(first).go()
    }
  }

  const end = (one: { work: number }) => {
    running.splice(running.indexOf(one), 1)
    next()
  }

  /**
   * Runs `use` when it is the task's turn. If the signal is aborted before that, the promise is rejected with
   * the signal's reason.
   */
  async function schedule<T>(work: number, signal: AbortSignal, use: () => Promise<T>): Promise<T> {
    const due = now() + overtakeFactor * work
    const one = fits({ work }) ? start({ work }) : await waitForTurn({ work, due }, signal)
    try {
      return await use()
    } finally {
      end(one)
    }
  }

  /**
   * Runs `use` for one task after another until `findNext` returns null. `due` is in the scheduler's own
   * seconds. Each task waits for its turn before the turn of the preceding task ends, so that no task with a
   * later due time comes between them.
   */
  async function scheduleSeries(
    signal: AbortSignal,
    findNext: () => Promise<{ work: number; due: number } | null>,
    use: () => Promise<void>,
  ): Promise<void> {
    signal.throwIfAborted()
    const first = await findNext()
    let turn = first && (fits(first) ? start(first) : await waitForTurn(first, signal))
    while (turn) {
      let following: Promise<QueuedWork> | null = null
      try {
        await use()
        const task = await findNext()
        following = task && waitForTurn(task, signal)
      } finally {
        end(turn)
      }
      turn = await following
    }
  }

  return Object.assign(schedule, { series: scheduleSeries })

  function waitForTurn(
    { work, due }: { work: number; due: number },
    signal: AbortSignal,
  ): Promise<QueuedWork> {
    return new Promise((resolve, reject) => {
      const abandon = () => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(signal.reason)
      }
      const one: QueuedWork = {
        work,
        due,
        go: () => {
          signal.removeEventListener('abort', abandon)
          resolve(one)
        },
      }
      waiting.push(one)
      if (signal.aborted) abandon()
      else signal.addEventListener('abort', abandon, { once: true })
    })
  }
}
