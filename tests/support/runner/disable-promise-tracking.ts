/*
 * The test runner (test-runner.ts) preloads this file into every test process. Node's test runner tracks
 * every promise to attribute uncaught errors to a test. Tracking promises takes a tenth of the run time of
 * tests/access/route-access-matrix.test.ts, the file with the most promises, and almost no time in most other
 * files. Without tracking, a test file with an uncaught error still fails.
 */
import hooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const { createHook } = hooks

hooks.createHook = (callbacks) =>
  createHook(
    new Error('stack of the caller').stack?.includes('node:internal/test_runner')
      ? { ...callbacks, trackPromises: false }
      : callbacks,
  )
syncBuiltinESMExports()
