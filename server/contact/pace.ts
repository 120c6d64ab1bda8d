import { contactPace } from '#contract/contact.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '../platform/db/db.ts'

const span = contactPace.minutes * 60_000

/** When this process last had a letter from an address of the network. Nothing of it is stored. */
const sent = new Map<string, number[]>()

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

/** Letters of the last hour from there, this one added. */
function lately(address: string): number {
  const since = Date.now() - span
  for (const [other, times] of sent) if (times.at(-1)! < since) sent.delete(other)
  const times = (sent.get(address) ?? []).filter((time) => time > since)
  sent.set(address, [...times, Date.now()].slice(-contactPace.perAddress - 1))
  return times.length
}
