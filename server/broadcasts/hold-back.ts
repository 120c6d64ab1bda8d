import { sql } from 'kysely'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'

const { playerBufferSeconds } = broadcastLimits

/**
 * Returns how many seconds after its creation a part becomes available to viewers. This is the delay minus the time
 * that players need to buffer, so viewers see the picture when the delay has passed.
 */
export function holdBackSeconds(delaySeconds: number): number {
  return Math.max(0, delaySeconds - playerBufferSeconds)
}

/** `holdBackSeconds` for the row of a broadcast. */
export const holdBackInterval = sql`make_interval(secs => greatest(0, broadcasts.delay_seconds - ${sql.lit(playerBufferSeconds)}))`
