/*
 * Each fault once or twice, against the product in processes of its own (`site.ts`); `npm run test:faults` makes each happen as
 * often as docs/what-must-hold.md says.
 */
import test from 'node:test'
import { killServer } from './kill-server.ts'
import { short } from './short.ts'

test('kill -9 of the server during an upload: it resumes, and what was acknowledged stays', short(killServer))
