import type { NotNull } from 'kysely'
import type {
  ModerationAction,
  ModerationRule,
  DecisionSource,
} from '#contract/moderation/moderation-policy.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { recordDecision } from './record-decision.ts'
import type { ModerationTarget, ModerationActor } from './moderation-target.ts'
import { lockModerationSubjectRow } from './moderation-subject-state.ts'

const actionByNewState: Record<string, ModerationAction> = {
  limited: 'limit',
  held: 'hold',
  removed: 'remove',
  quarantined: 'quarantine',
}

/** Records the statement of reasons for an automatic decision, including what caused the decision. */
export async function recordAutomaticDecision(
  tx: Tx,
  what: ModerationTarget,
  from: string,
  to: string,
  by: ModerationActor,
): Promise<void> {
  const action = actionByNewState[to]
  if (!action) return
  const now = await lockModerationSubjectRow(tx, await loadTransitionSubject(tx, what))
  await recordDecision(tx, now, {
    action,
    rule: by.rule ?? (await loadMostUrgentRule(tx, by.caseId)),
    source: by.reason as DecisionSource,
    by: null,
    caseId: by.caseId ?? null,
    before: { moderation: from },
  })
}

async function loadTransitionSubject(tx: Tx, { subject, id }: ModerationTarget) {
  if (subject === 'content') {
    const { user_id: userId } = await selectItemsWithoutAccessCheck(tx)
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { subject, contentId: id, commentId: null, userId }
  }
  const { user_id: userId, content_id: contentId } = await tx
    .selectFrom('comments')
    .select(['user_id', 'content_id'])
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: NotNull }>()
    .executeTakeFirstOrThrow()
  return { subject, contentId, commentId: id, userId }
}

/**
 * Returns the reason of the most urgent open report. The automatic decision names this reason as the violated
 * rule.
 */
async function loadMostUrgentRule(tx: Tx, caseId: string | undefined): Promise<ModerationRule> {
  if (!caseId) return 'other'
  const report = await tx
    .selectFrom('reports')
    .select('reason')
    .where('case_id', '=', caseId)
    .where('decided_at', 'is', null)
    .orderBy('priority')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return report?.reason ?? 'other'
}
