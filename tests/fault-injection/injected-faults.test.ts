/*
 * Injects each fault once into the product, which runs in its own processes
 * (`tests/support/cluster/multi-process-test-site.ts`). `npm run test:fault-injection` repeats each fault as
 * often as docs/what-must-hold.md requires.
 */
import test from 'node:test'
import { serverKillFault } from './server-kill.ts'
import { workerKillFault } from './worker-kill.ts'
import { powerLossFault } from './power-loss.ts'
import { createQuickFaultInjectionTest } from './quick-fault-injection-test.ts'
import { zombieWorkerFault } from './zombie-worker.ts'

test(
  'an upload resumes with all acknowledged bytes after kill -9 of the server',
  createQuickFaultInjectionTest(serverKillFault),
)

test(
  'a video becomes ready exactly once after kill -9 of the worker that is transcoding it',
  createQuickFaultInjectionTest(workerKillFault),
)

test(
  'if a paused worker resumes after its job was taken over, its results are rejected and it deletes its files',
  createQuickFaultInjectionTest(zombieWorkerFault),
)

test(
  'no acknowledged write is lost when the server and PostgreSQL are killed together',
  createQuickFaultInjectionTest(powerLossFault),
)
