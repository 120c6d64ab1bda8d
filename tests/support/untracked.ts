/*
 * Loaded before a test file by tests/run.ts. The test runner follows every promise to know of which test an error is that nobody
 * caught, which is a quarter of all the work of a test that asks a server (40 s of processor of tests/access/matrix.test.ts without
 * this, 30 s with it). Without it such an error still fails its file.
 */
import hooks, { type AsyncHook } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const { createHook } = hooks
const idle: AsyncHook = { enable: () => idle, disable: () => idle }

hooks.createHook = (callbacks) =>
  new Error('who asks').stack?.includes('node:internal/test_runner') ? idle : createHook(callbacks)
syncBuiltinESMExports()
