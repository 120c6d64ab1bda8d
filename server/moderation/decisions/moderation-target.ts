import type {
  DecisionSource,
  ModerationAction,
  ModerationRule,
} from '#contract/moderation/moderation-policy.ts'

export type ModerationTarget = { subject: 'content'; id: string } | { subject: 'comment'; id: string }

/** The person or system that changes the state, and the reason. */
export interface ModerationActor {
  kind: 'system' | 'staff'
  /** The staff member's id. The field is absent if the system changes the state. */
  id?: string
  /** The action that staff took, or the cause of an automatic measure. */
  reason: DecisionSource | ModerationAction
  rule?: ModerationRule
  caseId?: string
}
