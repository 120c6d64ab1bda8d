import { type RawBuilder, sql } from 'kysely'
import { reportFloodMinCases } from '#contract/moderation/report-floods.ts'
import { keyedHash } from '#server/rate-limits/login-throttle.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { hashNetwork, type ClientNetworks } from '#server/rate-limits/client-networks.ts'

/*
 * One network, or one account, that opens or joins many cases is shown to staff as one group, so that the cases of other people stay in
 * sight. A case belongs to the group of its opener (`cases.flood_key`) for as long as only floods have reported the same thing. That the
 * whole site is busy puts nothing into a group, nor does another claim (claims.ts) from the same network that is itself a flood.
 */

export function networkFloodKey({ network, allocation }: ClientNetworks): string {
  return `network:${hashNetwork(allocation ?? network)}`
}

export function memberFloodKey(userId: string): string {
  return `account:${keyedHash(`flood ${userId}`)}`
}

/**
 * The cases on which only floods have said something. A source is a flood in a claim that it makes about many open cases; its smaller
 * claims are counted together, so that ever-changing texts are a flood as well.
 */
const flooded: RawBuilder<unknown> = sql`(
  with joined as (select case_id, source, claim from case_sources join cases as others on others.id = case_sources.case_id
      where others.closed_at is null),
    claims as (select source, claim, count(*) >= ${sql.lit(reportFloodMinCases)} as is_flood from joined group by source, claim),
    rest as (select source from joined join claims using (source, claim) where not is_flood
      group by source having count(distinct case_id) >= ${sql.lit(reportFloodMinCases)})
  select case_id from joined join claims using (source, claim) group by case_id
    having bool_and(is_flood or source in (select source from rest)))`

/** Is the case shown in a group? Speaks of `cases`. */
export const isPartOfFlood: RawBuilder<boolean> = sql<boolean>`(cases.flood_key is not null and cases.id in ${flooded})`

/** Notes that this source has opened or joined the case, and with which claim. */
export async function addCaseSource(tx: Tx, caseId: string, source: string, claim: string): Promise<void> {
  await tx
    .insertInto('case_sources')
    .values({ case_id: caseId, source, claim })
    .onConflict((on) => on.doNothing())
    .execute()
}
