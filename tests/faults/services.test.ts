/* PostgreSQL's fault once; `npm run test:faults` makes each happen as often as it must. */
import test from 'node:test'
import { postgres } from './postgres.ts'
import { short } from './short.ts'

test(
  'PostgreSQL restarted under load: 503 in words for a moment, and nothing acknowledged is lost',
  short(postgres),
)
