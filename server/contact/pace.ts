import { Refusal } from '#contract/refusals.ts'
import { count } from '../accounts/guesses.ts'
import { placeOf } from '../platform/http/address.ts'

/**
 * Limits messages by email and by network (an IPv4 address or a /64), far above a person's pace. Counted in the database, over all processes.
 * Not inside a transaction: counting takes a connection of its own.
 */
export async function refuseFlood(email: string, address: string): Promise<void> {
  await count(['contactEmail', email], ['contact', placeOf(address)]).catch((thrown: unknown) => {
    throw thrown instanceof Refusal ? new Refusal('contact_too_many') : thrown
  })
}
