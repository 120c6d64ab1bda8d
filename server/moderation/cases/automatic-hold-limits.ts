import { initialHoldLimitPerSource, automaticHoldLimits } from '#contract/moderation/automatic-hold-limits.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { refundRateLimit, consumeRateLimit } from '#server/rate-limits/rate-limits.ts'

/**
 * Counts an automatic hold toward the site-wide limits. Returns false if the limits do not allow this source
 * (account or network) to hide another item.
 */
export async function consumeAutomaticHoldLimit(
  of: keyof typeof automaticHoldLimits,
  source: string,
  on: Db | Tx = db,
): Promise<boolean> {
  const { first, shared } = automaticHoldLimits[of]
  const own = `first ${of} of ${source}`
  if (first.length > 0 && (await consumeRateLimit(own, [initialHoldLimitPerSource], on))) {
    if (await consumeRateLimit(`first ${of} on this site`, first, on)) return true
    await refundRateLimit(own, on)
  }
  return consumeRateLimit(`${of} on this site`, shared, on)
}
