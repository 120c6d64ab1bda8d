import { sourceLocale } from '#i18n/locales.ts'
import type { Selectable } from 'kysely'
import type { ModerationCase } from '#contract/moderation/moderation-cases.ts'
import { type AppealOutcome, accountModerationActions } from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Database } from '#server/platform/db/schema.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { loadModerationCase } from '../cases/load-case.ts'
import { closeModerationCase } from '../cases/close-case.ts'
import { decisionReversedEmail } from '../decisions/decision-emails.ts'
import { reverseNoticeOutcomes } from '../notices/notice-outcomes.ts'
import { lockClaimedCaseRow } from '../cases/case-access.ts'
import { resolveReports } from '../reports/resolve-reports.ts'
import { reverseDecision } from '../decisions/reverse-decisions.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'
import {
  type ModerationSubjectState,
  lockModerationSubjectRow,
  toModerationSubject,
} from '../decisions/moderation-subject-state.ts'

/**
 * Decides an appeal. If the appeal succeeds, the decision is reversed and the earlier state is restored. The
 * moderator who made the decision cannot decide the appeal.
 */
export async function decideOpenAppeal(
  viewer: StaffViewer,
  id: string,
  { outcome, answer }: { outcome: AppealOutcome; answer: string },
): Promise<ModerationCase> {
  const caseId = await transaction(async (tx) => {
    const appeal = await lockOpenAppeal(tx, id)
    await lockClaimedCaseRow(tx, viewer, appeal.case_id)
    const decision = await tx
      .selectFrom('decisions')
      .selectAll()
      .where('id', '=', appeal.decision_id)
      .executeTakeFirstOrThrow()
    if (decision.decided_by === viewer.id) throw new ApiError('case_own')
    await tx
      .updateTable('appeals')
      .set({ outcome, answer, decided_by: viewer.id, decided_at: new Date() })
      .where('id', '=', id)
      .execute()
    await writeAuditEntry(tx, {
      action: 'decide_appeal',
      actor: viewer.id,
      details: { outcome, decision: decision.id },
    })
    const now = await loadRemainingSubject(tx, decision)
    if (outcome === 'reversed') await reverseAppealedDecision(tx, viewer, appeal.case_id, decision, now)
    await emitEvent(tx, { type: 'decision_made', userId: decision.user_id, decisionId: decision.id })
    if (!(await isCaseStillNeeded(tx, appeal.case_id, now)))
      await closeModerationCase(tx, appeal.case_id, viewer.id)
    return appeal.case_id
  })
  return loadModerationCase(viewer, caseId)
}

async function lockOpenAppeal(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('appeals')
    .select(['decision_id', 'case_id', 'outcome'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.case_id) throw new ApiError('not_found')
  if (row.outcome) throw new ApiError('appeal_decided')
  return { ...row, case_id: row.case_id }
}

type Row = Selectable<Database['decisions']>

/**
 * Returns the subject of the decision. If the subject was an item or comment that has since been erased,
 * returns the owner's profile instead.
 */
function loadRemainingSubject(tx: Tx, decision: Row): Promise<ModerationSubjectState> {
  const subject = toModerationSubject(decision)
  const isGone =
    (subject.subject === 'content' && !subject.contentId) ||
    (subject.subject === 'comment' && !subject.commentId)
  return lockModerationSubjectRow(
    tx,
    isGone ? { ...subject, subject: 'profile', contentId: null, commentId: null } : subject,
  )
}

async function reverseAppealedDecision(
  tx: Tx,
  viewer: StaffViewer,
  caseId: string,
  decision: Row,
  now: ModerationSubjectState,
): Promise<void> {
  await reverseDecision(tx, decision, now, { id: viewer.id, caseId })
  // Tells reporters and notice senders that the content did not break the rules.
  if (decision.case_id) {
    await reverseNoticeOutcomes(tx, decision.case_id)
    await resolveReports(tx, decision.case_id, 'nothing')
  }
  if (accountModerationActions.includes(decision.action))
    await enqueueAccountEmail(
      tx,
      now.person.email,
      (to) => decisionReversedEmail(to, decision.id),
      sourceLocale,
    )
}

/** Returns whether the subject is still held or the case still has an undecided report or appeal. */
async function isCaseStillNeeded(tx: Tx, caseId: string, before: ModerationSubjectState): Promise<boolean> {
  const { state } = await lockModerationSubjectRow(tx, before)
  if (state === 'held' || state === 'pending') return true
  const waiting = await tx
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', caseId)
    .where('decided_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const another = await tx
    .selectFrom('appeals')
    .select('id')
    .where('case_id', '=', caseId)
    .where('outcome', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined || another !== undefined
}
