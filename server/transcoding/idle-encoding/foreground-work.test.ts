import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import test from 'node:test'
import { interruptsIdleWork, ProcessBusyError, runWhenIdle } from './foreground-work.ts'

const neverAborted = new AbortController().signal

/** Starts foreground work that runs until `end` is called. */
function startForegroundWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = interruptsIdleWork(() => promise)()
  return {
    async end() {
      resolve()
      await done
    },
  }
}

/** Work that runs until it is interrupted. Records how often it was started. */
function createEndlessWork() {
  const starts: AbortSignal[] = []
  const work = async (signal: AbortSignal) => {
    starts.push(signal)
    if (!signal.aborted) await once(signal, 'abort')
    throw signal.reason
  }
  return { starts, work }
}

test('an upload interrupts idle-time work immediately, and the work starts again when the process is idle', async () => {
  const { starts, work } = createEndlessWork()
  const stop = new AbortController()
  const running = runWhenIdle(stop.signal, 60, work)
  await turn()
  assert.equal(starts.length, 1)
  const upload = startForegroundWork()
  assert.equal(starts[0]!.aborted, true)
  await turn()
  assert.equal(starts.length, 1, 'the upload is still being processed')
  await upload.end()
  await turn()
  assert.equal(starts.length, 2)
  stop.abort(new Error('stop'))
  await assert.rejects(running, /stop/)
})

test('while any of several uploads is being processed, no idle-time work starts', async () => {
  const [first, second] = [startForegroundWork(), startForegroundWork()]
  let isDone = false
  const running = runWhenIdle(neverAborted, 60, async () => void (isDone = true))
  await turn()
  await first.end()
  await turn()
  assert.equal(isDone, false)
  await second.end()
  await turn()
  await running
  assert.equal(isDone, true)
})

test('gives up if the process stays busy', async () => {
  const upload = startForegroundWork()
  await assert.rejects(
    runWhenIdle(neverAborted, 0, async () => {}),
    ProcessBusyError,
  )
  await upload.end()
})

test('an error of the work itself is not a reason to start again', async () => {
  let starts = 0
  const failing = runWhenIdle(neverAborted, 60, async () => {
    starts += 1
    throw new Error('broken')
  })
  await assert.rejects(failing, /broken/)
  assert.equal(starts, 1)
})
