import { reportReasonNames } from './report-reasons.ts'

/**
 * The possible grounds for a decision: the community rules, which have the same names as the report reasons,
 * and accumulated strikes.
 */
export const moderationRules = [...reportReasonNames, 'strikes'] as const
export type ModerationRule = (typeof moderationRules)[number]

export const moderationActions = [
  'approve',
  'limit',
  'rate_16',
  'hold',
  'refuse_replacement',
  'stop_broadcast',
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
 * The cause of a decision. If the cause is `reports` or `text`, the item was hidden automatically until a
 * moderator reviewed it.
 */
export const decisionSources = ['reports', 'text', 'known_copy', 'notice', 'staff', 'strikes'] as const
export type DecisionSource = (typeof decisionSources)[number]

export const appealOutcomes = ['upheld', 'reversed'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

/**
 * The severities of a violation (docs/decisions/019-moderation.md). A `usual` violation counts as `serious`
 * if the account already has an active strike for the same rule.
 */
export const violationSeverities = ['usual', 'serious', 'worst'] as const
export type ViolationSeverity = (typeof violationSeverities)[number]
export const strikesBySeverity: Record<ViolationSeverity, 1 | 2 | 4> = { usual: 1, serious: 2, worst: 4 }
export const strikeExpiryDays = 90

/** The sanctions that follow from the number of active strikes. */
export const strikePenalties = [
  { from: 3, leadsTo: 'suspend', days: 7 },
  { from: 6, leadsTo: 'suspend', days: 30 },
  { from: 8, leadsTo: 'propose_ban', days: 0 },
] as const

/**
 * The number of minutes after which a moderator's claim on a case is released unless the moderator extends
 * it.
 */
export const caseClaimMinutes = 30
/** The number of months within which a person can appeal a decision. */
export const appealWindowMonths = 6
/** The maximum length of an appeal, in graphemes. */
export const appealTextMaxLength = 1000
/** The maximum length of an explanation that staff write to a person, in graphemes. */
export const decisionFactsMaxLength = 1000

export const staffRoles = ['moderator', 'safety_lead', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/**
 * The moderation actions that are available for each kind of subject. Which of these actions staff can take
 * also depends on the current moderation state of the subject.
 */
export const moderationActionsBySubject: Record<
  'content' | 'comment' | 'profile',
  readonly ModerationAction[]
> = {
  content: moderationActions,
  comment: moderationActions.filter(
    (action) => !['limit', 'rate_16', 'refuse_replacement', 'stop_broadcast', 'quarantine'].includes(action),
  ),
  profile: moderationActions.filter(
    (action) =>
      !['limit', 'rate_16', 'hold', 'refuse_replacement', 'stop_broadcast', 'quarantine'].includes(action),
  ),
}

/** The actions that only some staff roles can take. */
export const rolesRequiredByAction: Partial<Record<ModerationAction, readonly StaffRole[]>> = {
  ban: ['safety_lead', 'admin'],
}
/** The longest sanction that each role may impose, in days. */
export const maxSanctionDays: Record<StaffRole, number> = { moderator: 30, safety_lead: 365, admin: 365 }

/**
 * The moderation state of a video or comment after each action. Actions that are missing here leave the
 * moderation state unchanged.
 */
export const moderationStateAfterAction: Partial<
  Record<ModerationAction, 'approved' | 'limited' | 'held' | 'removed' | 'quarantined'>
> = {
  approve: 'approved',
  limit: 'limited',
  hold: 'held',
  remove: 'removed',
  quarantine: 'quarantined',
}

/**
 * The actions with which a moderator approves a video. If a new file of the video is held for review, these
 * actions also publish the new file.
 */
export const approvalActions: readonly ModerationAction[] = ['approve', 'dismiss']

/** The actions that affect the account, not its content. */
export const accountModerationActions: readonly ModerationAction[] = [
  'warn',
  'mute_comments',
  'suspend',
  'force_private',
  'force_rename',
  'ban',
]
