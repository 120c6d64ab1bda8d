import { sourceLocale } from '#i18n/locales.ts'
import type {
  ModerationAction,
  ModerationRule,
  DecisionSource,
} from '#contract/moderation/moderation-policy.ts'
import { accountModerationActions } from '#contract/moderation/moderation-policy.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { SubjectStateBeforeDecision } from '#server/platform/db/tables/moderation.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { decisionEmail } from './decision-emails.ts'
import type { ModerationSubjectState } from './moderation-subject-state.ts'

export interface NewModerationDecision {
  action: ModerationAction
  rule: ModerationRule
  source: DecisionSource
  /** The staff member who made the decision. The field is null if the system made the decision. */
  by: string | null
  caseId: string | null
  facts?: string
  before?: SubjectStateBeforeDecision
  strikes?: 0 | 1 | 2 | 4
  until?: Date | null
  causedBy?: string | null
}

/** Actions that change nothing, so the owner gets no notification about these actions. */
const unannouncedActions: readonly ModerationAction[] = ['dismiss']

/**
 * Records a decision, which is also the statement of reasons, and notifies the owner on the site. Decisions
 * about the account are also emailed. The caller carries out the decision. Returns the decision's id.
 */
export async function recordDecision(
  tx: Tx,
  about: ModerationSubjectState,
  made: NewModerationDecision,
): Promise<string> {
  const { action, rule, source, by, caseId, strikes = 0, until = null } = made
  const { id } = await tx
    .insertInto('decisions')
    .values({
      case_id: caseId,
      subject: about.subject,
      content_id: about.contentId,
      comment_id: about.commentId,
      user_id: about.userId,
      action,
      rule,
      source,
      decided_by: by,
      automatic: by === null,
      facts: made.facts ?? '',
      about: about.about,
      before: JSON.stringify(made.before ?? {}),
      strikes,
      until,
      caused_by: made.causedBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAuditEntry(tx, {
    action: 'decide',
    actor: by,
    subject: { kind: about.subject, id: about.commentId ?? about.contentId ?? about.userId },
    details: { action, rule, source, strikes, decision: id, case: caseId },
  })
  if (unannouncedActions.includes(action)) return id
  await emitEvent(tx, { type: 'decision_made', userId: about.userId, decisionId: id })
  if (accountModerationActions.includes(action))
    await enqueueAccountEmail(
      tx,
      about.person.email,
      (to) => decisionEmail(to, { id, action, until }),
      sourceLocale,
    )
  return id
}
