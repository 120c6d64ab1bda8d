import { firstHoldLimit, holdBudgets } from '#contract/moderation/hold-budgets.ts'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { giveSlotBack, consumeRateLimit } from '#server/rate-limits/rate-limits.ts'

/** Uses one automatic hold of a site-wide budget. Returns false if no hold is left for this source. */
export async function consumeAutomaticHold(
  of: keyof typeof holdBudgets,
  source: string,
  on: Db | Tx = db,
): Promise<boolean> {
  const { first, shared } = holdBudgets[of]
  const own = `first ${of} of ${source}`
  if (first.length > 0 && (await consumeRateLimit(own, [firstHoldLimit], on))) {
    if (await consumeRateLimit(`first ${of} on this site`, first, on)) return true
    await giveSlotBack(own, on)
  }
  return consumeRateLimit(`${of} on this site`, shared, on)
}
