import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import { type Fault, holds, told } from './fault.ts'
import { invariants } from './invariants.ts'
import { closeSite } from './site.ts'

after(closeSite)

/** The short form of a fault as a test: everything seen is as it must be, and the invariants hold after it. */
export function short(fault: Fault) {
  return async (t: TestContext): Promise<void> => {
    const reason = fault.cannot?.()
    if (reason) return t.skip(reason)
    const figures = await fault.run(fault.short)
    const missed = figures.filter((figure) => !holds(figure)).map(told)
    assert.deepEqual([...missed, ...(await invariants())], [])
  }
}
