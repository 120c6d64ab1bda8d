import { firstHolds, holdBudgets } from '#contract/hold-budgets.ts'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import { giveSlotBack, takeSlot } from './rate-limits.ts'

/** Takes one automatic hold from a budget of the whole site. False if there is none left for this source. */
export async function takeHold(
  of: keyof typeof holdBudgets,
  source: string,
  on: Db | Tx = db,
): Promise<boolean> {
  const { first, shared } = holdBudgets[of]
  const own = `first ${of} of ${source}`
  if (first.length > 0 && (await takeSlot(own, [firstHolds], on))) {
    if (await takeSlot(`first ${of} on this site`, first, on)) return true
    await giveSlotBack(own, on)
  }
  return takeSlot(`${of} on this site`, shared, on)
}
