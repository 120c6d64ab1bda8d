import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import type { postCaseAction as declared } from '#contract/moderation/moderation-cases.ts'
import {
  type ModerationAction,
  approvalActions,
  maxSanctionDays,
  moderationStateAfterAction,
} from '#contract/moderation/moderation-policy.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { loadCaseAfterAction, loadCaseRow } from '../cases/load-case.ts'
import { closeModerationCase } from '../cases/close-case.ts'
import { recordDecision } from './record-decision.ts'
import { rejectHeldReplacement } from '#server/transcoding/replacements/held-replacements.ts'
import { resolveHeldBio } from '#server/profiles/bio.ts'
import { listAllowedModerationActions } from './allowed-actions.ts'
import { changeModerationState } from './state-transitions.ts'
import {
  endApiClientSessions,
  forceNewUsername,
  makeProfilePrivate,
  recomputeSanctions,
} from './sanctions.ts'
import { type ClaimedCaseRow, lockClaimedCaseRow } from '../cases/case-access.ts'
import { reverseAllRestrictions } from './reverse-decisions.ts'
import type { StaffViewer } from '../staff/staff-viewer.ts'
import { applyStrikePenalties, calculateStrikesForRemovedContent } from './strikes.ts'
import {
  type ModerationSubjectState,
  lockModerationSubjectRow,
  toModerationSubject,
} from './moderation-subject-state.ts'

type CaseActionInput = ParsedInputOf<typeof declared>['body']

/**
 * Takes an action in a claimed case. The state change, the statement of reasons, the strikes and their
 * penalties are written in one transaction.
 */
export async function performCaseAction(
  viewer: StaffViewer,
  id: string,
  asked: CaseActionInput,
): Promise<ResponseOf<typeof declared>> {
  const before = await loadCaseRow(viewer, id)
  await transaction(async (tx) => {
    await performCaseActionInTransaction(tx, viewer, await lockClaimedCaseRow(tx, viewer, id), asked)
  })
  return loadCaseAfterAction(viewer, id, before)
}

/**
 * Takes an action in a case whose row is already locked. `performCaseAction` locks the row and then calls
 * this function.
 */
export async function performCaseActionInTransaction(
  tx: Tx,
  viewer: StaffViewer,
  open: ClaimedCaseRow,
  asked: CaseActionInput,
): Promise<void> {
  const id = open.id
  const now = await lockModerationSubjectRow(tx, toModerationSubject(open))
  if (!listAllowedModerationActions(viewer.role, now).includes(asked.action))
    throw new ApiError('action_refused')
  if ((asked.days ?? 0) > maxSanctionDays[viewer.role]) throw new ApiError('action_refused')
  const strikes = await strikesForAction(tx, now, asked)
  const until = hasDuration(asked.action) ? daysFromNow(asked.days ?? 7) : null
  const decision = await recordDecision(tx, now, {
    action: asked.action,
    rule: asked.rule,
    source: await findDecisionSource(tx, open, now),
    by: viewer.id,
    caseId: id,
    facts: asked.facts,
    before: stateBeforeDecision(now),
    strikes,
    until,
  })
  await applyAction(tx, viewer, open, now, asked.action)
  if (strikes) await applyStrikePenalties(tx, now, decision, strikes)
  if (await shouldStayOpen(tx, open, asked)) return
  await closeModerationCase(tx, id, viewer.id, { isApproval: approvalActions.includes(asked.action) })
}

async function strikesForAction(
  tx: Tx,
  now: ModerationSubjectState,
  { action, rule, severity }: CaseActionInput,
): Promise<0 | 1 | 2 | 4> {
  if (action === 'quarantine') return 4
  return action === 'remove' ? calculateStrikesForRemovedContent(tx, now.userId, rule, severity) : 0
}

function hasDuration(action: ModerationAction): boolean {
  return action === 'suspend' || action === 'mute_comments'
}

function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * 24 * 3600_000)
}

/** Returns the state to restore if the decision is reversed. */
function stateBeforeDecision({ subject, state, rating, person }: ModerationSubjectState) {
  return {
    ...(state !== null && subject !== 'profile' && { moderation: state }),
    ...(subject === 'profile' && { bio: person.bio }),
    ...(rating !== null && { rating }),
    is_private: person.isPrivate,
    username: person.username,
  }
}

/** Returns the source of the case, for example a report. The statement of reasons names the source. */
async function findDecisionSource(tx: Tx, open: ClaimedCaseRow, now: ModerationSubjectState) {
  if (open.due_at) return 'notice'
  const reported = await tx
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', open.id)
    .limit(1)
    .executeTakeFirst()
  if (reported) return 'reports'
  return now.state === 'pending' || now.state === 'held' ? 'text' : 'staff'
}

async function applyAction(
  tx: Tx,
  viewer: StaffViewer,
  open: ClaimedCaseRow,
  now: ModerationSubjectState,
  action: ModerationAction,
): Promise<void> {
  const { userId, contentId, commentId, subject } = now
  const to = moderationStateAfterAction[action]
  const by = { kind: 'staff', id: viewer.id, reason: action, caseId: open.id } as const
  if (action === 'approve') await reverseAutomaticHolds(tx, now)
  if (to && subject === 'content')
    return void (await changeModerationState(tx, { subject, id: contentId! }, to, by))
  if (to && subject === 'comment' && (to === 'approved' || to === 'held' || to === 'removed'))
    return void (await changeModerationState(tx, { subject, id: commentId! }, to, by))
  switch (action) {
    case 'approve':
    case 'remove':
      return resolveHeldBio(tx, userId, action)
    case 'rate_16':
      await tx
        .updateTable('content')
        .set({ rating: '16', rating_by_decision: true })
        .where('id', '=', contentId)
        .execute()
      return emitEvent(tx, { type: 'content_visibility_changed', contentId: contentId! })
    case 'ban':
      await endApiClientSessions(tx, userId)
      return recomputeSanctions(tx, userId)
    case 'suspend':
    case 'mute_comments':
      return recomputeSanctions(tx, userId)
    case 'force_private':
      await makeProfilePrivate(tx, userId)
      return recomputeSanctions(tx, userId)
    case 'refuse_replacement':
      return rejectHeldReplacement(tx, contentId!)
    case 'force_rename':
      return forceNewUsername(tx, userId, now.person.username)
    case 'restore':
      return reverseAllRestrictions(tx, viewer, open.id, now)
  }
}

/** Marks automatic `hold` and `limit` decisions as reversed, because a moderator's decision replaces them. */
async function reverseAutomaticHolds(
  tx: Tx,
  { contentId, commentId, subject }: ModerationSubjectState,
): Promise<void> {
  await tx
    .updateTable('decisions')
    .set({ reversed_at: new Date() })
    .where('subject', '=', subject)
    .where(subject === 'comment' ? 'comment_id' : 'content_id', '=', commentId ?? contentId)
    .where('action', 'in', ['hold', 'limit'])
    .where('reversed_at', 'is', null)
    .execute()
}

/**
 * Returns whether the case stays open. A case stays open if the moderator chooses to keep it open, if its
 * subject is still held, or if an appeal is pending.
 */
async function shouldStayOpen(tx: Tx, open: ClaimedCaseRow, asked: CaseActionInput): Promise<boolean> {
  if (asked.keep_open) return true
  const { state } = await lockModerationSubjectRow(tx, toModerationSubject(open))
  if (state === 'held' || state === 'pending') return true
  const waiting = await tx
    .selectFrom('appeals')
    .select('id')
    .where('case_id', '=', open.id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return waiting !== undefined
}
