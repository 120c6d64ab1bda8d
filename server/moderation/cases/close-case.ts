import { sql } from 'kysely'
import { type ModerationAction, accountModerationActions } from '#contract/moderation/moderation-policy.ts'
import type { ReportOutcome } from '#contract/moderation/reports.ts'
import { eraseComments } from '#server/comments/erase-comments.ts'
import { enqueueContentErasure } from '#server/content/delete-content.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { hasOpenCaseAboutItem } from '#server/access-policy/moderation-case-conditions.ts'
import {
  lockAndCheckHeldReplacement,
  publishReviewedReplacement,
} from '#server/transcoding/replacements/held-replacements.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { resolveReports } from '../reports/resolve-reports.ts'

/**
 * Closes a case and notifies the reporters. If the owner deleted the content while the case was open, the
 * content is erased when the case closes. If a new file of the video is held for review, the new file is
 * published only if a moderator has approved the video (`isApproval`). Without an approval, the case stays
 * open until a moderator decides about the new file.
 */
export async function closeModerationCase(
  tx: Tx,
  caseId: string,
  by: string | null,
  { isApproval = false }: { isApproval?: boolean } = {},
): Promise<void> {
  if (!isApproval && (await isWaitingForReplacementReview(tx, caseId))) return
  const closed = await tx
    .updateTable('cases')
    .set({ closed_at: new Date() })
    .where('id', '=', caseId)
    .where('closed_at', 'is', null)
    .returning(['content_id', 'comment_id'])
    .executeTakeFirst()
  if (!closed) return
  await writeAuditEntry(tx, { action: 'close', actor: by, details: { case: caseId } })
  await resolveReports(tx, caseId, await loadReportOutcome(tx, caseId))
  if (closed.comment_id)
    await eraseComments(
      tx,
      sql<boolean>`comments.id = ${closed.comment_id} and comments.moderation = 'deleted'`,
    )
  if (!closed.content_id) return
  const gone = await selectItemsWithoutAccessCheck(tx)
    .select('id')
    .where('id', '=', closed.content_id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (gone) await enqueueContentErasure(tx, gone.id)
  else if (isApproval && !(await hasOpenCaseAboutItem(tx, closed.content_id)))
    await publishReviewedReplacement(tx, closed.content_id)
}

async function isWaitingForReplacementReview(tx: Tx, caseId: string): Promise<boolean> {
  const about = await tx
    .selectFrom('cases')
    .select('content_id')
    .where('id', '=', caseId)
    .where('subject', '=', 'content')
    .executeTakeFirst()
  return about?.content_id ? lockAndCheckHeldReplacement(tx, about.content_id) : false
}

/** Returns the outcome for reporters: the most severe decision of the case that is still in force. */
async function loadReportOutcome(tx: Tx, caseId: string): Promise<ReportOutcome> {
  const rows = await tx
    .selectFrom('decisions')
    .select('action')
    .where('case_id', '=', caseId)
    .where('reversed_at', 'is', null)
    .execute()
  const outcomes = rows.map(({ action }) => outcomeOfAction(action))
  return outcomesBySeverity.find((outcome) => outcomes.includes(outcome)) ?? 'nothing'
}

const outcomesBySeverity = ['removed', 'limited', 'rated_16', 'account', 'nothing'] as const

function outcomeOfAction(action: ModerationAction): (typeof outcomesBySeverity)[number] {
  if (action === 'remove' || action === 'quarantine') return 'removed'
  if (action === 'limit') return 'limited'
  if (action === 'rate_16') return 'rated_16'
  return accountModerationActions.includes(action) ? 'account' : 'nothing'
}
