import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import {
  type InjectedFault,
  isFaultMeasurementWithinThreshold,
  formatFaultMeasurement,
} from './injected-fault.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { stopSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'

after(stopSharedMultiProcessTestSite)

/**
 * Runs the short form of a fault test: every measurement must meet its threshold, and the invariants must
 * hold afterwards.
 */
export function createQuickFaultInjectionTest(fault: InjectedFault) {
  return async (t: TestContext): Promise<void> => {
    const reason = fault.skipReason?.()
    if (reason) return t.skip(reason)
    const measurements = await fault.run(fault.quickRepetitions)
    const missed = measurements
      .filter((measurement) => !isFaultMeasurementWithinThreshold(measurement))
      .map(formatFaultMeasurement)
    assert.deepEqual([...missed, ...(await findInvariantViolations())], [])
  }
}
