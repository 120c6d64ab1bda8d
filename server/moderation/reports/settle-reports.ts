import type { ReportOutcome } from '#contract/moderation/reports.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { answerNoticesOfCase } from '../notices/notice-outcomes.ts'

/**
 * Tells everybody who reported, or sent a notice, what came of it: to be called in the transaction that closes the case. `nothing` also counts
 * against who reported (report-weight.ts) and keeps the same reason from holding the thing again. An appeal that is won calls
 * it once more with the new outcome.
 */
export async function settleReports(tx: Tx, caseId: string, outcome: ReportOutcome): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ outcome, decided_at: new Date() })
    .where('case_id', '=', caseId)
    .execute()
  await answerNoticesOfCase(tx, caseId, outcome)
}
