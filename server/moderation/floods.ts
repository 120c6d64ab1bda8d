import { type RawBuilder, sql } from 'kysely'
import { floodSize } from '#contract/mod-floods.ts'
import { keyed } from '../accounts/guesses.ts'
import type { Tx } from '../platform/db/db.ts'
import { networkHash, type Networks } from './networks.ts'

/*
 * One network, or one account, that opens or joins many cases is shown to staff as one group, so that the cases of other people stay in
 * sight. A case belongs to the group of its opener (`cases.flood_key`) for as long as only floods have reported the same thing. That the
 * whole site is busy puts nothing into a group.
 */

export function floodOfNetwork({ network, allocation }: Networks): string {
  return `network:${networkHash(allocation ?? network)}`
}

export function floodOfMember(userId: string): string {
  return `account:${keyed(`flood ${userId}`)}`
}

/** The sources that have opened or joined many cases that are open now. */
const floods: RawBuilder<unknown> = sql`(select source from case_sources join cases as others on others.id = case_sources.case_id
  where others.closed_at is null group by source having count(*) >= ${sql.lit(floodSize)})`

/** Is the case shown in a group? Only while each source that has opened or joined it is a flood. Speaks of `cases`. */
export const isGrouped: RawBuilder<boolean> = sql<boolean>`coalesce(cases.flood_key in ${floods}
  and not exists (select from case_sources as joined
    where joined.case_id = cases.id and joined.source not in ${floods}), false)`

/** Notes that this source has opened or joined the case. */
export async function joinCase(tx: Tx, caseId: string, source: string): Promise<void> {
  await tx
    .insertInto('case_sources')
    .values({ case_id: caseId, source })
    .onConflict((on) => on.doNothing())
    .execute()
}
