/*
 * Each fault once, against the product in processes of its own (`site.ts`); `npm run test:faults` makes each happen as often as
 * docs/what-must-hold.md says.
 */
import test from 'node:test'
import { killServer } from './kill-server.ts'
import { killWorker } from './kill-worker.ts'
import { powerCut } from './power-cut.ts'
import { short } from './short.ts'
import { zombie } from './zombie.ts'

test('kill -9 of the server during an upload: it resumes, and what was acknowledged stays', short(killServer))

test(
  'kill -9 of a worker during a transcode: ready exactly once, and nothing is left behind',
  short(killWorker),
)

test('a worker that was paused and wakes too late is refused, and cleans up after itself', short(zombie))

test(
  'server and PostgreSQL killed at once: every acknowledged write is there, and the upload resumes',
  short(powerCut),
)
