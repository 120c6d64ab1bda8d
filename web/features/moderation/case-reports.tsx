import type { CaseDetail } from '#contract/moderation/moderation-cases.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import { formatReportReasons } from './report-reasons.ts'

/** Shows the reports in a case, and how accurate earlier reports by the same reporters were. */
export function CaseReports({ detail: { reports, notices } }: { detail: CaseDetail }) {
  return (
    <section className="mod-box">
      <h2 className="text-21">{moderationConsoleMessages.why}</h2>
      {reports.length === 0 && notices.length === 0 && (
        <p className="text-quiet">{moderationConsoleMessages.noReports}</p>
      )}
      <ul className="mod-list">
        {reports.map((report, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the response contains no report id to use as a key
          <li key={at}>
            <p className="font-semibold">{formatReportReasons([report.reason])}</p>
            {report.words && <blockquote className="mod-quote">{report.words}</blockquote>}
            <p className="text-15 text-quiet">
              {getReporterName(report)} · <RelativeTime at={report.made_at} />
              {report.reports_decided > 0 &&
                ` · ${moderationConsoleMessages.record({ decided: report.reports_decided, dismissed: report.reports_dismissed })}`}
            </p>
          </li>
        ))}
      </ul>
      {notices.length > 0 && (
        <>
          <h3 className="text-17">{moderationConsoleMessages.notices}</h3>
          <ul className="mod-list">
            {notices.map((notice) => (
              <li key={notice.made_at}>
                <blockquote className="mod-quote">{notice.words}</blockquote>
                <p className="text-15 text-quiet">
                  {moderationConsoleMessages.due({ when: formatDateTimeUtc(notice.due_at) })}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function getReporterName({ reporter, signed_out }: CaseDetail['reports'][number]): string {
  if (reporter) return `@${reporter.username}`
  return signed_out ? moderationConsoleMessages.signedOut : moderationConsoleMessages.somebody
}
