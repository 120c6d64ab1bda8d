import { type ReportReason, reportReasons } from '#contract/moderation/report-reasons.ts'

/** In the words that reporters see. */
export function formatReportReasons(names: readonly string[]): string {
  return names
    .map((name) => (name in reportReasons ? reportReasons[name as ReportReason].label : name))
    .join(' · ')
}
