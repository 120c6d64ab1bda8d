/*
 * This file is preloaded into every test file by tests/run.ts. The test runner tracks every promise to
 * attribute uncaught errors to a test. Tracking promises takes a tenth of the run time of
 * tests/access/route-access-matrix.test.ts, the file with the most promises, and almost no time in most other
 * files. Even if promises are not tracked, a test file with an uncaught error fails.
 */
import hooks, { type AsyncHook } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const { createHook } = hooks
const idle: AsyncHook = { enable: () => idle, disable: () => idle }

hooks.createHook = (callbacks) =>
  new Error('who asks').stack?.includes('node:internal/test_runner') ? idle : createHook(callbacks)
syncBuiltinESMExports()
