import { type RawBuilder, sql } from 'kysely'
import { reportFloodMinCases } from '#contract/moderation/report-floods.ts'
import { keyedHash } from '#server/rate-limits/login-throttle.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { hashNetwork, type ClientNetworks } from '#server/rate-limits/client-networks.ts'

/*
 * If one network or account opens or joins many cases, staff see them as one group, so that the cases of
 * other people stay visible. A case belongs to the group of its opener (`cases.flood_key`) as long as only
 * floods have reported its subject. A busy site alone groups nothing, nor does another claim
 * (flood-claims.ts) from the same network, unless that claim is a flood itself.
 */

export function networkFloodKey({ network, allocation }: ClientNetworks): string {
  return `network:${hashNetwork(allocation ?? network)}`
}

export function memberFloodKey(userId: string): string {
  return `account:${keyedHash(`flood ${userId}`)}`
}

/**
 * The cases reported only by floods. A source is a flood in a claim that it makes in many open cases. Its
 * smaller claims are counted together, so that ever-changing texts are a flood too.
 */
const flooded: RawBuilder<unknown> = sql`(
  with joined as (select case_id, source, claim from case_sources join cases as others on others.id = case_sources.case_id
      where others.closed_at is null),
    claims as (select source, claim, count(*) >= ${sql.lit(reportFloodMinCases)} as is_flood from joined group by source, claim),
    rest as (select source from joined join claims using (source, claim) where not is_flood
      group by source having count(distinct case_id) >= ${sql.lit(reportFloodMinCases)})
  select case_id from joined join claims using (source, claim) group by case_id
    having bool_and(is_flood or source in (select source from rest)))`

/** Whether the case is shown in a group. Refers to `cases`. */
export const isPartOfFlood: RawBuilder<boolean> = sql<boolean>`(cases.flood_key is not null and cases.id in ${flooded})`

/** Records that this source has opened or joined the case with this claim. */
export async function addCaseSource(tx: Tx, caseId: string, source: string, claim: string): Promise<void> {
  await tx
    .insertInto('case_sources')
    .values({ case_id: caseId, source, claim })
    .onConflict((on) => on.doNothing())
    .execute()
}
