/* The PostgreSQL fault once; `npm run test:fault-injection` repeats it as often as required. */
import test from 'node:test'
import { postgresRestart } from './postgres-restart.ts'
import { shortFaultTest } from './short-fault-test.ts'

test(
  'PostgreSQL restarted under load: 503 for a moment, and nothing acknowledged is lost',
  shortFaultTest(postgresRestart),
)
