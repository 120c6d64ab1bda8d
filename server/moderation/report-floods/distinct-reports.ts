import { type RawBuilder, sql } from 'kysely'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'
import type { Tx } from '#server/platform/db/db.ts'

/*
 * Reports and notices are grouped by sender and text, whatever their subject is. Each group counts as one
 * distinct report. The API path and the database columns use the word "claim" for a distinct report.
 * Moderators choose which distinct reports of a flood to dismiss, because another person on the same network
 * could send a report that needs its own review.
 */

/**
 * Returns the key of a distinct report. Reports whose text differs only in digits, punctuation, whitespace
 * and case get the same key, because generated text varies in exactly these ways.
 */
export function distinctReportKey(sender: string[], words: string): string {
  const letters = words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, '')
  return computeKeyedHash(['claim', ...sender, letters].join('\n'))
}

/**
 * Selects one row per notice or report of the given cases. `cases` is an SQL condition on a case id, such as
 * `in (…)`.
 */
export function selectReportsInCases(cases: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(notices.claim, notices.id::text) as claim, notices.id, 'notice' as kind, null as reason, notices.words,
        notices.created_at, notice_cases.case_id
      from notice_cases join notices on notices.id = notice_cases.notice_id where notice_cases.case_id ${cases}
    union all
    select coalesce(reports.claim, reports.id::text), reports.id, 'report', reports.reason, reports.words,
        reports.created_at, reports.case_id
      from reports where reports.case_id ${cases})`
}

/** Returns the keys of the distinct reports that these notices and reports belong to. */
export async function loadDistinctReportKeys(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ claim: string }>`
    select coalesce(claim, id::text) as claim from notices where id = any(${ids}::uuid[])
    union select coalesce(claim, id::text) from reports where id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ claim }) => claim)
}

/**
 * Matches cases in which every report and notice has one of these distinct-report keys. The query must
 * include the `cases` table.
 */
export function hasOnlyDistinctReports(claims: string[]): RawBuilder<boolean> {
  return sql<boolean>`(select coalesce(bool_and(said.claim = any(${claims}::text[])), false) from ${selectReportsInCases(sql`= cases.id`)} as said)`
}
