/*
 * Injects each fault once into the product, which runs in its own processes
 * (`tests/support/cluster/split-site.ts`). `npm run test:fault-injection` repeats each fault as often as
 * docs/what-must-hold.md requires.
 */
import test from 'node:test'
import { killServer } from './kill-server.ts'
import { killWorker } from './kill-worker.ts'
import { powerLoss } from './power-loss.ts'
import { shortFaultTest } from './short-fault-test.ts'
import { zombieWorker } from './zombie-worker.ts'

test('an upload resumes with all acknowledged bytes after kill -9 of the server', shortFaultTest(killServer))

test(
  'a video becomes ready exactly once after kill -9 of a worker during its transcode',
  shortFaultTest(killWorker),
)

test(
  'a paused worker that wakes too late is rejected and cleans up after itself',
  shortFaultTest(zombieWorker),
)

test(
  'no acknowledged write is lost when server and PostgreSQL are killed together',
  shortFaultTest(powerLoss),
)
