import type {
  DecisionSource,
  ModerationAction,
  ModerationRule,
} from '#contract/moderation/moderation-policy.ts'

export type ModerationTarget = { subject: 'content'; id: string } | { subject: 'comment'; id: string }

/** Who changes a moderation state (a staff member or the system), and the reason for the change. */
export interface ModerationActor {
  kind: 'system' | 'staff'
  /** The staff member's id. This field is absent if the system makes the change. */
  id?: string
  /** The action that staff took, or the cause of an automatic measure. */
  reason: DecisionSource | ModerationAction
  rule?: ModerationRule
  caseId?: string
}
