/*
 * Each fault once, against the product in its own processes (`tests/support/cluster/split-site.ts`); `npm run
 * test:fault-injection` repeats each as often as docs/what-must-hold.md requires.
 */
import test from 'node:test'
import { killServer } from './kill-server.ts'
import { killWorker } from './kill-worker.ts'
import { powerLoss } from './power-loss.ts'
import { shortFaultTest } from './short-fault-test.ts'
import { zombieWorker } from './zombie-worker.ts'

test(
  'kill -9 of the server during an upload: it resumes and keeps what was acknowledged',
  shortFaultTest(killServer),
)

test(
  'kill -9 of a worker during a transcode: ready exactly once, nothing left behind',
  shortFaultTest(killWorker),
)

test(
  'a paused worker that wakes too late is rejected and cleans up after itself',
  shortFaultTest(zombieWorker),
)

test(
  'server and PostgreSQL killed together: no acknowledged write is lost, and the upload resumes',
  shortFaultTest(powerLoss),
)
