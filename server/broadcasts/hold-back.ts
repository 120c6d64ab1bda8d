import { sql } from 'kysely'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'

const { playerBufferSeconds } = broadcastLimits

/**
 * How long a part is held back from viewers after it was made, in seconds: the delay without the time that
 * players need, so that viewers see the picture when the delay has passed.
 */
export function holdBackSeconds(delaySeconds: number): number {
  return Math.max(0, delaySeconds - playerBufferSeconds)
}

/** `holdBackSeconds` for the row of a broadcast. */
export const holdBackInterval = sql`make_interval(secs => greatest(0, broadcasts.delay_seconds - ${sql.lit(playerBufferSeconds)}))`
