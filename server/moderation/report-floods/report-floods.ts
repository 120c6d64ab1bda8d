import { type RawBuilder, sql } from 'kysely'
import { minOpenCasesPerReportFlood } from '#contract/moderation/report-floods.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { hashNetwork, type ClientNetworks } from '#server/rate-limits/client-networks.ts'

/*
 * If one network or account reports the subjects of many cases, staff see these cases as one group, so that
 * these cases do not bury the cases that others have reported. A case is in the group of the network or
 * account that opened it (`cases.flood_key`). As soon as a sender who is not part of a flood also reports the
 * subject of a case, the case leaves its group. Ordinary reports on a busy site are not grouped. A case is
 * also not grouped if a sender in the same network reports the subject with a text that few other reports use
 * (distinct-reports.ts).
 */

export function floodKeyOfNetwork({ network, allocation }: ClientNetworks): string {
  return `network:${hashNetwork(allocation ?? network)}`
}

export function floodKeyOfAccount(userId: string): string {
  return `account:${keyedHash(`flood ${userId}`)}`
}

/**
 * Selects the cases that were reported only as part of floods. A network or account causes a flood if it
 * reports the subjects of many open cases with the same text. For each network or account, reports whose
 * texts are too rare to form a flood are counted together, so that a source that keeps changing its text also
 * causes a flood.
 */
const flooded: RawBuilder<unknown> = sql`(
  with joined as (select case_id, source, claim from case_sources join cases as others on others.id = case_sources.case_id
      where others.closed_at is null),
    claims as (select source, claim, count(*) >= ${sql.lit(minOpenCasesPerReportFlood)} as is_flood from joined group by source, claim),
    rest as (select source from joined join claims using (source, claim) where not is_flood
      group by source having count(distinct case_id) >= ${sql.lit(minOpenCasesPerReportFlood)})
  select case_id from joined join claims using (source, claim) group by case_id
    having bool_and(is_flood or source in (select source from rest)))`

/** Matches the cases that are shown in a group. The query must include the table `cases`. */
export const isPartOfFlood: RawBuilder<boolean> = sql<boolean>`(cases.flood_key is not null and cases.id in ${flooded})`

/**
 * Records that this source has opened the case or added a report to it. `claim` is the key of the report's
 * text.
 */
export async function recordReportSource(
  tx: Tx,
  caseId: string,
  source: string,
  claim: string,
): Promise<void> {
  await tx
    .insertInto('case_sources')
    .values({ case_id: caseId, source, claim })
    .onConflict((on) => on.doNothing())
    .execute()
}
