/*
 * Injects three faults into a broadcast once. `npm run test:fault-injection -- live` injects all faults that
 * concern broadcasts as often as docs/what-must-hold.md requires.
 */
import test from 'node:test'
import {
  broadcastDatabaseOutageFault,
  broadcastSilentStorageFault,
  broadcastStorageOutageFault,
} from './broadcast-outages.ts'
import { createQuickFaultInjectionTest } from './quick-fault-injection-test.ts'

test(
  'a broadcast loses no frame when the database is unreachable for 5 s',
  createQuickFaultInjectionTest(broadcastDatabaseOutageFault),
)

test(
  'a broadcast loses no frame when the storage fails for 10 s',
  createQuickFaultInjectionTest(broadcastStorageOutageFault),
)

test(
  'a broadcast pauses for at most 15 s and loses no frame when the storage does not respond for 10 s',
  createQuickFaultInjectionTest(broadcastSilentStorageFault),
)
