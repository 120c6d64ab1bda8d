import { type ReportReason, reportReasons } from '#contract/report-reasons.ts'

/** As those who reported read them. */
export function reasonsOf(names: readonly string[]): string {
  return names
    .map((name) => (name in reportReasons ? reportReasons[name as ReportReason].label : name))
    .join(' · ')
}
