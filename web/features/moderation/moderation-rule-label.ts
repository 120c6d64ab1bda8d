import type { ModerationRule } from '#contract/moderation/moderation-policy.ts'
import { type ReportReason, reportReasons } from '#contract/moderation/report-reasons.ts'
import { moderationMessages } from '#web/messages/moderation/moderation-console.ts'

/** A rule under the name that people report it with. */
export function getModerationRuleLabel(rule: ModerationRule): string {
  return rule === 'strikes' ? moderationMessages.strikesAdded : reportReasons[rule as ReportReason].label
}
