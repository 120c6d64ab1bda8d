/*
 * Loaded before a test file by tests/run.ts. The test runner follows every promise to know of which test an error is that nobody
 * caught: a tenth of the time in the profile of tests/access/route-access-matrix.test.ts, which makes the most of them, and next to nothing in
 * most files. Without it such an error still fails its file.
 */
import hooks, { type AsyncHook } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const { createHook } = hooks
const idle: AsyncHook = { enable: () => idle, disable: () => idle }

hooks.createHook = (callbacks) =>
  new Error('who asks').stack?.includes('node:internal/test_runner') ? idle : createHook(callbacks)
syncBuiltinESMExports()
