import { reportReasonNames } from './report-reasons.ts'

/** Moderation states of a video. The owner sets `deleted`. */
export const contentModerationStates = [
  'pending',
  'approved',
  'limited',
  'held',
  'removed',
  'quarantined',
  'deleted',
] as const
export type ContentModerationState = (typeof contentModerationStates)[number]

export const commentModerationStates = ['approved', 'held', 'removed', 'deleted'] as const
export type CommentModerationState = (typeof commentModerationStates)[number]

/** Allowed transitions between moderation states. A removed or quarantined item cannot become `held` again. */
export const contentStateTransitions: Record<ContentModerationState, readonly ContentModerationState[]> = {
  pending: ['approved', 'limited', 'held', 'removed', 'quarantined', 'deleted'],
  approved: ['pending', 'limited', 'held', 'removed', 'quarantined', 'deleted'],
  limited: ['pending', 'approved', 'held', 'removed', 'quarantined', 'deleted'],
  held: ['approved', 'limited', 'removed', 'quarantined', 'deleted'],
  removed: ['approved', 'limited', 'quarantined', 'deleted'],
  quarantined: ['approved', 'removed', 'deleted'],
  deleted: [],
}

export const commentStateTransitions: Record<CommentModerationState, readonly CommentModerationState[]> = {
  approved: ['held', 'removed', 'deleted'],
  held: ['approved', 'removed', 'deleted'],
  removed: ['approved', 'deleted'],
  deleted: [],
}

/** Whether content or a comment can change from one moderation state to another. */
export function isAllowedTransition(subject: 'content' | 'comment', from: string, to: string): boolean {
  const moves: Record<string, readonly string[]> =
    subject === 'content' ? contentStateTransitions : commentStateTransitions
  return moves[from]?.includes(to) ?? false
}

/** Grounds for a decision: the community rules, named like the report reasons, and accumulated strikes. */
export const moderationRules = [...reportReasonNames, 'strikes'] as const
export type ModerationRule = (typeof moderationRules)[number]

export const moderationActions = [
  'approve',
  'limit',
  'rate_16',
  'hold',
  'remove',
  'quarantine',
  'warn',
  'mute_comments',
  'suspend',
  'force_private',
  'force_rename',
  'ban',
  'restore',
  'dismiss',
] as const
export type ModerationAction = (typeof moderationActions)[number]

/**
 * What led to a decision. With `reports` and `text`, the item was held automatically until a moderator reviewed
 * it.
 */
export const decisionSources = ['reports', 'text', 'known_copy', 'notice', 'staff', 'strikes'] as const
export type DecisionSource = (typeof decisionSources)[number]

export const appealOutcomes = ['upheld', 'reversed'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

/** Severities of a violation (docs/decisions/019-moderation.md). Repeating it makes it `serious`. */
export const violationSeverities = ['usual', 'serious', 'worst'] as const
export type ViolationSeverity = (typeof violationSeverities)[number]
export const strikesBySeverity: Record<ViolationSeverity, 1 | 2 | 4> = { usual: 1, serious: 2, worst: 4 }
export const strikeExpiryDays = 90

/** Sanctions that follow from the number of active strikes. */
export const strikePenalties = [
  { from: 3, leadsTo: 'suspend', days: 7 },
  { from: 6, leadsTo: 'suspend', days: 30 },
  { from: 8, leadsTo: 'propose_ban', days: 0 },
] as const

/** Minutes after which an unused claim on a case is released. */
export const caseClaimMinutes = 30
/** Months within which a decision can be appealed. */
export const appealWindowMonths = 6
/** Maximum length of an appeal, in graphemes. */
export const appealTextMax = 1000
/** Maximum length of an explanation that staff write to a person, in graphemes. */
export const decisionFactsMax = 1000

export const staffRoles = ['moderator', 'safety_lead', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Actions available for each kind of subject. The current moderation state narrows them further. */
export const actionsBySubject: Record<'content' | 'comment' | 'profile', readonly ModerationAction[]> = {
  content: moderationActions,
  comment: moderationActions.filter((action) => !['limit', 'rate_16', 'quarantine'].includes(action)),
  profile: moderationActions.filter((action) => !['limit', 'rate_16', 'hold', 'quarantine'].includes(action)),
}

/** Actions that only some staff roles can take. */
export const rolesRequiredByAction: Partial<Record<ModerationAction, readonly StaffRole[]>> = {
  ban: ['safety_lead', 'admin'],
}
/** The longest sanction in days that each role may impose. */
export const maxSanctionDays: Record<StaffRole, number> = { moderator: 30, safety_lead: 365, admin: 365 }

/** The moderation state that an action sets on an item or comment. Other actions don't change the state. */
export const stateAfterAction: Partial<
  Record<ModerationAction, 'approved' | 'limited' | 'held' | 'removed' | 'quarantined'>
> = {
  approve: 'approved',
  limit: 'limited',
  hold: 'held',
  remove: 'removed',
  quarantine: 'quarantined',
}

/** Actions that affect the account rather than its content. */
export const accountActions: readonly ModerationAction[] = [
  'warn',
  'mute_comments',
  'suspend',
  'force_private',
  'force_rename',
  'ban',
]
