/*
 * Injects the storage fault once, for three seconds. `npm run test:fault-injection -- storage` injects the
 * storage fault for as long and as often as docs/what-must-hold.md requires.
 */
import test from 'node:test'
import { createQuickFaultInjectionTest } from './quick-fault-injection-test.ts'
import { storageOutageFault } from './storage-outage.ts'

test(
  'uploads and transcodes resume after a storage outage',
  createQuickFaultInjectionTest(storageOutageFault),
)
