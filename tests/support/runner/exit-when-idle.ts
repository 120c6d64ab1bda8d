/*
 * Loaded before a test file by tests/run.ts. Where nothing is left to do its process ends at once, by `exit`, as the server does. Left to
 * itself Node tidies up behind it first and waits for requests of connections that were torn away, now and then for ever: twice in some
 * forty runs a storage that had been away held up the suite so, with a busy processor (`CleanupHandles` in its profile, Node 26.10).
 * What keeps a process alive keeps it alive as before.
 */
import { flushCompileCache } from 'node:module'

process.once('beforeExit', () => {
  // Behind all others that listen for the end.
  process.once('exit', () => {
    flushCompileCache()
    process.exit()
  })
})
