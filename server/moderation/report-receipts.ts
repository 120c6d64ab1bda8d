import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusals.ts'
import type { getReport, listReports, ReportReceipt } from '#contract/reports.ts'
import { db } from '../platform/db/db.ts'
import { aboutCases } from './report-about.ts'
import { keyset, pageOf, rowsFor } from '../platform/db/keyset.ts'
import type { Member } from '../platform/http/viewer.ts'

const { place, before } = keyset('reports')

/** One's own reports, newest first. */
export async function ownReports(
  viewer: Member,
  wanted: ParsedOf<typeof listReports>['query'],
): Promise<AnswerOf<typeof listReports>> {
  const rows = await receipts()
    .select(place.as('place'))
    .where('reporter_id', '=', viewer.id)
    .where(before(wanted.cursor))
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(rowsFor(wanted.limit))
    .execute()
  const { items, next_cursor } = pageOf(rows, wanted.limit)
  const about = await aboutCases(
    viewer,
    items.map(({ case_id }) => case_id).filter((id) => id !== null),
  )
  return {
    items: items.map((row) => ({ ...shown(row), about: about.get(row.case_id ?? '') ?? null })),
    next_cursor,
  }
}

/** For whoever has the receipt: it says nothing that they did not tell us themselves, but the outcome. */
export async function reportBy(receipt: string): Promise<AnswerOf<typeof getReport>> {
  const row = await receipts().where('receipt', '=', receipt).executeTakeFirst()
  if (!row) throw new Refusal('receipt_not_found')
  return shown(row)
}

function receipts() {
  return db
    .selectFrom('reports')
    .select(['case_id', 'receipt', 'subject', 'reason', 'outcome', 'reports.created_at', 'decided_at'])
}

type Row = Awaited<ReturnType<ReturnType<typeof receipts>['execute']>>[number]

/** A case that went with its thing takes the question along: there is nothing left to decide. */
function shown({ case_id, receipt, subject, reason, outcome, created_at, decided_at }: Row): ReportReceipt {
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
