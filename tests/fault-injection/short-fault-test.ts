import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import { type InjectedFault, meetsThreshold, formatMeasurement } from './injected-fault.ts'
import { findInvariantViolations } from '#tests/support/cluster/invariants.ts'
import { closeSharedSite } from '#tests/support/cluster/split-site.ts'

after(closeSharedSite)

/**
 * Runs the short form of a fault as a test: every measurement must meet its threshold, and the invariants
 * must hold afterwards.
 */
export function shortFaultTest(fault: InjectedFault) {
  return async (t: TestContext): Promise<void> => {
    const reason = fault.cannot?.()
    if (reason) return t.skip(reason)
    const measurements = await fault.run(fault.short)
    const missed = measurements.filter((measurement) => !meetsThreshold(measurement)).map(formatMeasurement)
    assert.deepEqual([...missed, ...(await findInvariantViolations())], [])
  }
}
