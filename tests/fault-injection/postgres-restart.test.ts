/*
 * Restarts PostgreSQL once. `npm run test:fault-injection` repeats the fault as often as
 * docs/what-must-hold.md requires.
 */
import test from 'node:test'
import { postgresRestartFault } from './postgres-restart.ts'
import { createQuickFaultInjectionTest } from './quick-fault-injection-test.ts'

test(
  'restarting PostgreSQL under load loses no acknowledged write',
  createQuickFaultInjectionTest(postgresRestartFault),
)
