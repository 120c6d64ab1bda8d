/*
 * Injects each fault once into the product, which runs in its own processes
 * (`tests/support/cluster/multi-process-test-site.ts`). `npm run test:fault-injection` repeats each fault as often as
 * docs/what-must-hold.md requires.
 */
import test from 'node:test'
import { serverKill } from './server-kill.ts'
import { workerKill } from './worker-kill.ts'
import { powerLoss } from './power-loss.ts'
import { createQuickFaultTest } from './quick-fault-test.ts'
import { zombieWorker } from './zombie-worker.ts'

test(
  'an upload resumes with all acknowledged bytes after kill -9 of the server',
  createQuickFaultTest(serverKill),
)

test(
  'a video becomes ready exactly once after kill -9 of a worker during its transcode',
  createQuickFaultTest(workerKill),
)

test(
  'a paused worker whose job was taken over is rejected when it resumes, and cleans up after itself',
  createQuickFaultTest(zombieWorker),
)

test(
  'no acknowledged write is lost when the server and PostgreSQL are killed together',
  createQuickFaultTest(powerLoss),
)
