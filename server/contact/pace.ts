import { contactPace } from '#contract/contact.ts'
import { Refusal } from '#contract/refusals.ts'
import { count as countGuess } from '../accounts/guesses.ts'
import type { Tx } from '../platform/db/db.ts'
import { placeOf } from '../platform/http/address.ts'

const span = contactPace.minutes * 60_000

/** Far above a person's pace: what goes beyond is a program. Counted in the database, over all processes. */
export async function refuseFlood(tx: Tx, email: string, address: string): Promise<void> {
  const { count } = await tx
    .selectFrom('contact_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('created_at', '>', new Date(Date.now() - span))
    .executeTakeFirstOrThrow()
  if (count >= contactPace.perEmail || !(await hasRoom(address))) throw new Refusal('contact_too_many')
}

/** Counts one more from this network: an IPv4 address, or a /64. */
async function hasRoom(address: string): Promise<boolean> {
  return countGuess(['contact', placeOf(address)]).then(
    () => true,
    (thrown) => {
      if (thrown instanceof Refusal) return false
      throw thrown
    },
  )
}
