import { setTimeout as pause } from 'node:timers/promises'
import { withBackgroundTimeouts } from '../db/db.ts'
import { createGauge } from './registry.ts'

/**
 * Creates a gauge whose value is read from the database, and is therefore the same in all processes. The gauge has no
 * value if `load` returns null, or if the database does not respond within 3 s.
 */
export function createSiteGauge(name: string, help: string, load: () => Promise<number | null>): void {
  createGauge(name, `${help}, for the whole site (the same from every process)`, [], async (gauge) => {
    const found = withBackgroundTimeouts(load)
    const value = await Promise.race([found, pause(3000, null, { ref: false })]).catch(() => null)
    gauge.reset()
    if (value !== null) gauge.set(value)
  })
}
