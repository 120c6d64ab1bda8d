import { EventEmitter, once } from 'node:events'

/** Thrown if the process has been busy for so long that the work should be continued later. */
export class ProcessBusyError extends Error {
  override name = 'ProcessBusyError'
}

let running = 0
let interruption = new AbortController()
const processState = new EventEmitter<{ idle: [] }>()

/**
 * Wraps the handler of a job that a person is waiting for. While the handler runs, no idle-time work runs in this
 * process, and work that has already started is interrupted immediately.
 */
export function interruptsIdleWork<Arguments extends unknown[], Result>(
  handle: (...args: Arguments) => Promise<Result>,
): (...args: Arguments) => Promise<Result> {
  return async (...args) => {
    running += 1
    interruption.abort()
    try {
      return await handle(...args)
    } finally {
      running -= 1
      if (running === 0) {
        interruption = new AbortController()
        processState.emit('idle')
      }
    }
  }
}

/**
 * Runs `work` when the process has nothing else to do. If other work arrives, the signal of `work` is aborted,
 * and `work` is started again later. Throws ProcessBusyError after waiting for `maxWaitSeconds`.
 */
export async function runWhenIdle<Result>(
  signal: AbortSignal,
  maxWaitSeconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    await waitUntilIdle(signal, maxWaitSeconds)
    const interrupted = interruption.signal
    try {
      return await work(AbortSignal.any([signal, interrupted]))
    } catch (error) {
      if (signal.aborted || !interrupted.aborted) throw error
    }
  }
}

async function waitUntilIdle(signal: AbortSignal, maxWaitSeconds: number): Promise<void> {
  const timeout = AbortSignal.timeout(maxWaitSeconds * 1000)
  while (isBusy()) {
    await once(processState, 'idle', { signal: AbortSignal.any([signal, timeout]) }).catch(() => {
      signal.throwIfAborted()
      throw new ProcessBusyError()
    })
  }
  signal.throwIfAborted()
}

function isBusy(): boolean {
  return running > 0
}
