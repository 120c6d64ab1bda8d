import type { CaseDetail } from '#contract/mod.ts'
import { moment } from '#web/ui/moment.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { words } from '#web/words/mod.ts'
import { reasonsOf } from './reasons.ts'

/** Why it is here: what people said, and how often those were right before. */
export function Reports({ detail: { reports, notices } }: { detail: CaseDetail }) {
  return (
    <section className="mod-box">
      <h2 className="text-21">{words.why}</h2>
      {reports.length === 0 && notices.length === 0 && <p className="text-quiet">{words.noReports}</p>}
      <ul className="mod-list">
        {reports.map((report, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a report has no name that staff may know
          <li key={at}>
            <p className="font-semibold">{reasonsOf([report.reason])}</p>
            {report.words && <blockquote className="mod-quote">{report.words}</blockquote>}
            <p className="text-15 text-quiet">
              {who(report)} · <RelativeTime at={report.made_at} />
              {report.reports_decided > 0 &&
                ` · ${words.record(report.reports_decided, report.reports_dismissed)}`}
            </p>
          </li>
        ))}
      </ul>
      {notices.length > 0 && (
        <>
          <h3 className="text-17">{words.notices}</h3>
          <ul className="mod-list">
            {notices.map((notice) => (
              <li key={notice.made_at}>
                <blockquote className="mod-quote">{notice.words}</blockquote>
                <p className="text-15 text-quiet">{words.due(moment(notice.due_at))}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function who({ reporter, signed_out }: CaseDetail['reports'][number]): string {
  if (reporter) return `@${reporter.username}`
  return signed_out ? words.signedOut : words.somebody
}
