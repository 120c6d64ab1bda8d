import type { Rule } from '#contract/moderation.ts'
import { type ReportReason, reportReasons } from '#contract/report-reasons.ts'
import { words } from '#web/words/mod.ts'

/** A rule by the name people report it with. */
export function ruleName(rule: Rule): string {
  return rule === 'strikes' ? words.strikesAdded : reportReasons[rule as ReportReason].label
}
