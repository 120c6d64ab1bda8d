import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { getReport, listReports, ReportReceipt } from '#contract/moderation/reports.ts'
import { db } from '#server/platform/db/db.ts'
import { describeReportedSubjects } from './describe-reported-subjects.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Member } from '#server/platform/http/viewer.ts'

const { rowCursor, before } = createKeyset('reports')

/** Lists the viewer's own reports, newest first. */
export async function listOwnReports(
  viewer: Member,
  wanted: ParsedInputOf<typeof listReports>['query'],
): Promise<ResponseOf<typeof listReports>> {
  const rows = await selectReceipts()
    .select(rowCursor.as('place'))
    .where('reporter_id', '=', viewer.id)
    .where(before(wanted.cursor))
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(toFetchLimitSql(wanted.limit))
    .execute()
  const { items, next_cursor } = paginateRows(rows, wanted.limit)
  const about = await describeReportedSubjects(
    viewer,
    items.map(({ case_id }) => case_id).filter((id) => id !== null),
  )
  return {
    items: items.map((row) => ({ ...presentReceipt(row), about: about.get(row.case_id ?? '') ?? null })),
    next_cursor,
  }
}

/**
 * Returns a report by its receipt number. Apart from the outcome, the response contains only information that
 * the reporter has provided. Throws `receipt_not_found`.
 */
export async function loadReportByReceipt(receipt: string): Promise<ResponseOf<typeof getReport>> {
  const row = await selectReceipts().where('receipt', '=', receipt).executeTakeFirst()
  if (!row) throw new ApiError('receipt_not_found')
  return presentReceipt(row)
}

function selectReceipts() {
  return db
    .selectFrom('reports')
    .select(['case_id', 'receipt', 'subject', 'reason', 'outcome', 'reports.created_at', 'decided_at'])
}

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof selectReceipts>['execute']>>[number]

/**
 * Returns the receipt of a report. If the case was erased together with its subject, the status is `gone`.
 */
function presentReceipt({
  case_id,
  receipt,
  subject,
  reason,
  outcome,
  created_at,
  decided_at,
}: ReceiptRow): ReportReceipt {
  const isGone = case_id === null && outcome === null
  return {
    receipt,
    subject,
    reason,
    about: null,
    outcome: isGone ? 'gone' : outcome,
    created_at: created_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }
}
