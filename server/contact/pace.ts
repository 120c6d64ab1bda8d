import { contactPace } from '#contract/contact.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '../platform/db/db.ts'
import { pace } from '../platform/http/pace.ts'

const span = contactPace.minutes * 60_000

/** Letters of the last hour from an address of the network. */
const lately = pace({ most: contactPace.perAddress, minutes: contactPace.minutes })

/** Far above a person's pace: what goes beyond is a program. */
export async function refuseFlood(tx: Tx, email: string, address: string): Promise<void> {
  const { count } = await tx
    .selectFrom('contact_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('created_at', '>', new Date(Date.now() - span))
    .executeTakeFirstOrThrow()
  if (count >= contactPace.perEmail || lately(address) >= contactPace.perAddress)
    throw new Refusal('contact_too_many')
}
