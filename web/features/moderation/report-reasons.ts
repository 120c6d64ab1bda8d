import { type ReportReason, reportReasons } from '#contract/moderation/report-reasons.ts'

/** Formats report reasons with the labels that the report form uses. */
export function formatReportReasons(names: readonly string[]): string {
  return names
    .map((name) => (name in reportReasons ? reportReasons[name as ReportReason].label : name))
    .join(' · ')
}
