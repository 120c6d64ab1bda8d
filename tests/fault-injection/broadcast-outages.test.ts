/*
 * Injects two faults into a broadcast once. `npm run test:fault-injection -- live` injects all faults that
 * concern broadcasts as often as docs/what-must-hold.md requires.
 */
import test from 'node:test'
import { broadcastDatabaseOutageFault, broadcastStorageOutageFault } from './broadcast-outages.ts'
import { createQuickFaultInjectionTest } from './quick-fault-injection-test.ts'

test(
  'a broadcast loses no frame when the database is unreachable for 5 s',
  createQuickFaultInjectionTest(broadcastDatabaseOutageFault),
)

test(
  'a broadcast loses no frame when the storage fails for 10 s',
  createQuickFaultInjectionTest(broadcastStorageOutageFault),
)
