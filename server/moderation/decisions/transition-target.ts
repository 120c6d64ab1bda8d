import type {
  DecisionSource,
  ModerationAction,
  ModerationRule,
} from '#contract/moderation/moderation-policy.ts'

export type TransitionTarget = { subject: 'content'; id: string } | { subject: 'comment'; id: string }

/** Who moves it, and why in a word of ours. */
export interface TransitionActor {
  kind: 'system' | 'staff'
  /** Of staff. */
  id?: string
  /** Of the machine: where it comes from. */
  reason: DecisionSource | ModerationAction
  rule?: ModerationRule
  caseId?: string
}
