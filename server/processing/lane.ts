interface Waiting {
  work: number
  go: () => void
}

/** A lane that one at a time may use; who has least to do goes first. */
export function lane() {
  const waiting: Waiting[] = []
  let busy = false

  const next = () => {
    const least = waiting.toSorted((a, b) => a.work - b.work)[0]
    busy = least !== undefined
    if (!least) return
    waiting.splice(waiting.indexOf(least), 1)
    least.go()
  }

  /** Runs `use` when the lane is free. Rejects with the signal's reason when that comes first. */
  return async function take<T>(work: number, signal: AbortSignal, use: () => Promise<T>): Promise<T> {
    if (busy) await turn(waiting, work, signal)
    busy = true
    try {
      return await use()
    } finally {
      next()
    }
  }
}

function turn(waiting: Waiting[], work: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(one), 1)
      reject(signal.reason)
    }
    const one = {
      work,
      go: () => {
        signal.removeEventListener('abort', leave)
        resolve()
      },
    }
    waiting.push(one)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}
