import { ApiError } from '#contract/errors/api-error.ts'
import type { StatementOfReasons } from '#contract/moderation/statements-of-reasons.ts'
import { isUniqueViolation, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { openModerationCase } from '../cases/open-case.ts'
import { loadOwnStatementOfReasons, nonRestrictiveActions } from '../decisions/statements-of-reasons.ts'
import { toModerationSubject } from '../decisions/moderation-subject-state.ts'

/**
 * Submits the viewer's appeal against a decision. Each decision can be appealed once, within six months. The
 * appeal is added to the moderation queue as a case.
 */
export function submitAppeal(viewer: Member, id: string, words: string): Promise<StatementOfReasons> {
  return transaction(async (tx) => {
    const statement = await loadOwnStatementOfReasons(viewer, id, tx)
    if (statement.appeal) throw new ApiError('appeal_again')
    if (nonRestrictiveActions.includes(statement.action) || statement.reversed_at)
      throw new ApiError('appeal_not_here')
    if (!statement.may_appeal) throw new ApiError('appeal_too_late')
    const caseId = await openAppealCase(tx, id)
    await tx
      .insertInto('appeals')
      .values({ decision_id: id, case_id: caseId, words })
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new ApiError('appeal_again') : error
      })
    await writeAuditEntry(tx, { action: 'appeal', actor: viewer.id, details: { decision: id, case: caseId } })
    return loadOwnStatementOfReasons(viewer, id, tx)
  })
}

/**
 * Returns the subject's open case, or opens one. If the moderator who made the decision has claimed the open
 * case, the claim ends.
 */
async function openAppealCase(tx: Tx, decisionId: string): Promise<string> {
  const decision = await tx
    .selectFrom('decisions')
    .select(['subject', 'content_id', 'comment_id', 'user_id', 'decided_by'])
    .where('id', '=', decisionId)
    .executeTakeFirstOrThrow()
  const { id } = await openModerationCase(tx, { ...remainingSubject(decision), priority: 1 })
  if (decision.decided_by)
    await tx
      .updateTable('cases')
      .set({ claimed_by: null, claimed_at: null })
      .where('id', '=', id)
      .where('claimed_by', '=', decision.decided_by)
      .execute()
  return id
}

/**
 * Returns the subject of the appeal. Erased content cannot be reviewed, so if the item or comment was erased,
 * the subject of the appeal is its owner's profile.
 */
function remainingSubject(decision: Parameters<typeof toModerationSubject>[0]) {
  const subject = toModerationSubject(decision)
  const isGone =
    (subject.subject === 'content' && !subject.contentId) ||
    (subject.subject === 'comment' && (!subject.commentId || !subject.contentId))
  return isGone ? { ...subject, subject: 'profile' as const, contentId: null, commentId: null } : subject
}
