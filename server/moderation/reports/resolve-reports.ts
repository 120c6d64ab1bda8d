import type { ReportOutcome } from '#contract/moderation/reports.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { resolveNoticesOfCase } from '../notices/notice-outcomes.ts'

/**
 * Records the outcome of the case in all its reports. Also answers a notice about intimate images once all
 * cases of the notice are decided. Call this function in the transaction that closes the case, and again with
 * the new outcome after a successful appeal. The outcome `nothing` also lowers the weight of the reporters'
 * future reports (report-weight.ts). After the outcome `nothing`, reports with the same reason no longer
 * cause the subject to be held.
 */
export async function resolveReports(tx: Tx, caseId: string, outcome: ReportOutcome): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ outcome, decided_at: new Date() })
    .where('case_id', '=', caseId)
    .execute()
  await resolveNoticesOfCase(tx, caseId, outcome)
}
