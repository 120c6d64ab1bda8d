import { type RawBuilder, sql } from 'kysely'
import { keyedHash } from '#server/rate-limits/login-throttle.ts'
import type { Tx } from '#server/platform/db/db.ts'

/*
 * A claim is what one sender says in one text, whatever it is about. Moderators dismiss a flood claim by claim: what somebody else says
 * from the same network is another claim, which they see before they decide about it.
 */

/** Two texts are the same claim if they differ in nothing but digits, punctuation, spaces and capitals, as those of a program do. */
export function floodClaimKey(sender: string[], words: string): string {
  const letters = words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '')
  return keyedHash(['claim', ...sender, letters].join('\n'))
}

/** What has been said in these cases: one row for each notice or report. `cases`: a condition about a case's id. */
export function selectReporterTexts(cases: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(notices.claim, notices.id::text) as claim, notices.id, 'notice' as kind, null as reason, notices.words,
        notices.created_at, notice_cases.case_id
      from notice_cases join notices on notices.id = notice_cases.notice_id where notice_cases.case_id ${cases}
    union all
    select coalesce(reports.claim, reports.id::text), reports.id, 'report', reports.reason, reports.words,
        reports.created_at, reports.case_id
      from reports where reports.case_id ${cases})`
}

/** The claims that these notices and reports make. */
export async function loadFloodClaimKeys(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ claim: string }>`
    select coalesce(claim, id::text) as claim from notices where id = any(${ids}::uuid[])
    union select coalesce(claim, id::text) from reports where id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ claim }) => claim)
}

/** Does the case rest on these claims, and on no other? Speaks of `cases`. */
export function hasOnlyClaims(claims: string[]): RawBuilder<boolean> {
  return sql<boolean>`(select coalesce(bool_and(said.claim = any(${claims}::text[])), false) from ${selectReporterTexts(sql`= cases.id`)} as said)`
}
