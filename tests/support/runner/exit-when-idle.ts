/*
 * tests/run.ts preloads this file into every test process. When nothing is left to do, the test process ends
 * immediately by calling `process.exit`, as the server does. Node's own cleanup would wait for pending
 * requests on aborted connections, sometimes forever. In two of about forty runs, a test that simulates a
 * storage outage hung the suite in a busy loop (`CleanupHandles` in the CPU profile, Node 26.10). Active
 * timers and open sockets keep the process alive, as usual.
 */
import { flushCompileCache } from 'node:module'

process.once('beforeExit', () => {
  // Register this exit listener only when nothing is left to do, so that it runs after all other exit
  // listeners.
  process.once('exit', () => {
    flushCompileCache()
    process.exit()
  })
})
