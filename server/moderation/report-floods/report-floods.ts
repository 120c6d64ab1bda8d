import { type RawBuilder, sql } from 'kysely'
import { minOpenCasesPerReportFlood } from '#contract/moderation/report-floods.ts'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { hashNetwork, type ClientNetworks } from '#server/rate-limits/client-networks.ts'

/*
 * If one network or account reports the subjects of many cases, staff see these cases as a single group in
 * the queue. Without this grouping, the cases in a flood would bury all other cases in the queue. A case is
 * in the group of the network or account that opened it (`cases.flood_key`). As soon as a sender who is not
 * part of a flood also reports the subject of a case, the case leaves its group. Ordinary reports on a busy
 * site are not grouped. If a sender on the same network reports the subject of a case with text that few
 * other reports contain (distinct-reports.ts), the case is not grouped.
 */

export function getNetworkReportFloodKey({ network, allocation }: ClientNetworks): string {
  return `network:${hashNetwork(allocation ?? network)}`
}

export function getAccountReportFloodKey(userId: string): string {
  return `account:${computeKeyedHash(`flood ${userId}`)}`
}

/**
 * Selects the cases that were reported only as part of floods. A network or account causes a flood if it
 * reports the subjects of many open cases with the same text. Reports with less common text are counted
 * together if they come from the same network or account, because a sender can change the text of every
 * report.
 */
const flooded: RawBuilder<unknown> = sql`(
  with joined as (select case_id, source, claim from case_sources join cases as others on others.id = case_sources.case_id
      where others.closed_at is null),
    claims as (select source, claim, count(*) >= ${sql.lit(minOpenCasesPerReportFlood)} as is_flood from joined group by source, claim),
    rest as (select source from joined join claims using (source, claim) where not is_flood
      group by source having count(distinct case_id) >= ${sql.lit(minOpenCasesPerReportFlood)})
  select case_id from joined join claims using (source, claim) group by case_id
    having bool_and(is_flood or source in (select source from rest)))`

/**
 * Matches the cases that the queue shows as part of a flood's group. The query must include the `cases`
 * table.
 */
export const isPartOfReportFlood: RawBuilder<boolean> = sql<boolean>`(cases.flood_key is not null and cases.id in ${flooded})`

/**
 * Records that this source has opened the case or added a report to it. `claim` is the key of the distinct
 * report (distinct-reports.ts).
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
