/* PostgreSQL's fault once; `npm run test:fault-injection` makes each happen as often as it must. */
import test from 'node:test'
import { postgresRestart } from './postgres-restart.ts'
import { shortFaultTest } from './short-fault-test.ts'

test(
  'PostgreSQL restarted under load: 503 in words for a moment, and nothing acknowledged is lost',
  shortFaultTest(postgresRestart),
)
