import type { ModerationRule } from '#contract/moderation/moderation-policy.ts'
import { type ReportReason, reportReasons } from '#contract/moderation/report-reasons.ts'
import { moderationMessages } from '#web/messages/moderation/moderation-console.ts'

/** Returns the label of a rule, which is the same text as in the report form. */
export function getModerationRuleLabel(rule: ModerationRule): string {
  return rule === 'strikes' ? moderationMessages.strikesAdded : reportReasons[rule as ReportReason].label
}
