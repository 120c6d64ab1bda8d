/*
 * The storage fault once, for three seconds; `npm run test:fault-injection -- storage` runs it as long and as
 * often as required.
 */
import test from 'node:test'
import { shortFaultTest } from './short-fault-test.ts'
import { storageOutage } from './storage-outage.ts'

test(
  'storage outage: 503 with Retry-After, uploads and transcodes resume, nothing incomplete is published',
  shortFaultTest(storageOutage),
)
