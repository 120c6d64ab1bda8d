/*
 * Preloaded into every test file by tests/run.ts. When nothing is left to do, the test process ends
 * immediately with `exit`, as the server does. Node's own cleanup waits for requests of aborted connections,
 * sometimes forever: in two of about forty runs, a test with a storage outage stalled the suite with a busy
 * CPU (`CleanupHandles` in its profile, Node 26.10). As usual, a timer or socket that is still open keeps the
 * process alive.
 */
import { flushCompileCache } from 'node:module'

process.once('beforeExit', () => {
  // This listener is registered after all other exit listeners.
  process.once('exit', () => {
    flushCompileCache()
    process.exit()
  })
})
