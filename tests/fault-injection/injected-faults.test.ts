/*
 * Each fault once, against the product in processes of its own (`site.ts`); `npm run test:fault-injection` makes each happen as often as
 * docs/what-must-hold.md says.
 */
import test from 'node:test'
import { killServer } from './kill-server.ts'
import { killWorker } from './kill-worker.ts'
import { powerLoss } from './power-loss.ts'
import { shortFaultTest } from './short-fault-test.ts'
import { zombieWorker } from './zombie-worker.ts'

test(
  'kill -9 of the server during an upload: it resumes, and what was acknowledged stays',
  shortFaultTest(killServer),
)

test(
  'kill -9 of a worker during a transcode: ready exactly once, and nothing is left behind',
  shortFaultTest(killWorker),
)

test(
  'a worker that was paused and wakes too late is refused, and cleans up after itself',
  shortFaultTest(zombieWorker),
)

test(
  'server and PostgreSQL killed at once: every acknowledged write is there, and the upload resumes',
  shortFaultTest(powerLoss),
)
