/* The storage's fault once, for three seconds; `npm run test:fault-injection -- storage` makes it as long and as often as it must be. */
import test from 'node:test'
import { shortFaultTest } from './short-fault-test.ts'
import { storageOutage } from './storage-outage.ts'

test(
  'the storage is away for a moment: 503 with Retry-After, uploads and films go on by themselves, nothing half is published',
  shortFaultTest(storageOutage),
)
