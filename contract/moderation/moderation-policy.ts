import { reportReasonNames } from './report-reasons.ts'

/** Where an item stands; `deleted` is what its owner does. */
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

/** The moves there are. Any other is refused. What is removed comes back only as a whole, or is sealed. */
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

/** Is there such a move? */
export function isAllowedTransition(subject: 'content' | 'comment', from: string, to: string): boolean {
  const moves: Record<string, readonly string[]> =
    subject === 'content' ? contentStateTransitions : commentStateTransitions
  return moves[from]?.includes(to) ?? false
}

/** What a decision can rest on: the community's rules, by the names people report them with; and strikes that added up. */
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

/** Where a decision came from. `reports` and `text`: the machine has held it until a person looks. */
export const decisionSources = ['reports', 'text', 'known_copy', 'notice', 'staff', 'strikes'] as const
export type DecisionSource = (typeof decisionSources)[number]

export const appealOutcomes = ['upheld', 'reversed'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

/** How bad it was: 1, 2 or 4 strikes (docs/decisions/019-moderation.md). The same rule broken again counts as serious by itself. */
export const violationSeverities = ['usual', 'serious', 'worst'] as const
export type ViolationSeverity = (typeof violationSeverities)[number]
export const strikesBySeverity: Record<ViolationSeverity, 1 | 2 | 4> = { usual: 1, serious: 2, worst: 4 }
export const strikeExpiryDays = 90

/** What strikes that stand at the same time lead to. */
export const strikePenalties = [
  { from: 3, leadsTo: 'suspend', days: 7 },
  { from: 6, leadsTo: 'suspend', days: 30 },
  { from: 8, leadsTo: 'propose_ban', days: 0 },
] as const

/** After that many minutes a claim that nobody used is free again. */
export const caseClaimMinutes = 30
/** Months in which a second look can be asked for. */
export const appealWindowMonths = 6
/** Graphemes. */
export const appealTextMax = 1000
/** Graphemes of what staff write to somebody. */
export const decisionFactsMax = 1000

export const staffRoles = ['moderator', 'safety_lead', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What each kind of thing can be answered with. Where an item stands narrows it down further. */
export const actionsBySubject: Record<'content' | 'comment' | 'profile', readonly ModerationAction[]> = {
  content: moderationActions,
  comment: moderationActions.filter((action) => !['limit', 'rate_16', 'quarantine'].includes(action)),
  profile: moderationActions.filter((action) => !['limit', 'rate_16', 'hold', 'quarantine'].includes(action)),
}

/** What not everybody of the staff may do. */
export const rolesRequiredByAction: Partial<Record<ModerationAction, readonly StaffRole[]>> = {
  ban: ['safety_lead', 'admin'],
}
/** Days at the most; who leads safety may take longer. */
export const maxSanctionDays: Record<StaffRole, number> = { moderator: 30, safety_lead: 365, admin: 365 }

/** Where an action on an item or comment puts it; the others are about the person or about nothing. */
export const stateAfterAction: Partial<
  Record<ModerationAction, 'approved' | 'limited' | 'held' | 'removed' | 'quarantined'>
> = {
  approve: 'approved',
  limit: 'limited',
  hold: 'held',
  remove: 'removed',
  quarantine: 'quarantined',
}

/** What is done to a person rather than to what they made. */
export const accountActions: readonly ModerationAction[] = [
  'warn',
  'mute_comments',
  'suspend',
  'force_private',
  'force_rename',
  'ban',
]
