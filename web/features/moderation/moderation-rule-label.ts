import type { ModerationRule } from '#contract/moderation/moderation-policy.ts'
import { type ReportReason, reportReasons } from '#contract/moderation/report-reasons.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'

/** Returns the label of a moderation rule, as the report form shows it. */
export function getModerationRuleLabel(rule: ModerationRule): string {
  return rule === 'strikes'
    ? moderationConsoleMessages.strikesAdded
    : reportReasons[rule as ReportReason].label
}
