import {
  getTransparencyReport,
  type TransparencyReportQuarter,
} from '#contract/privacy/transparency-report.ts'
import { transparencyMessages } from '#web/messages/safety/transparency.ts'
import type { Route } from './+types/transparency-page.ts'
import { createLoaderApiClientForOptionalData } from '#web/api/loader-api-client.ts'
import { PageIllustration } from '../layout/page-illustrations.tsx'
import { InfoPageHeader } from '../layout/info-page-header.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'

export async function loader(args: Route.LoaderArgs) {
  return createLoaderApiClientForOptionalData(args)(getTransparencyReport, {}, { quarters: [] })
}

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, {
    title: transparencyMessages.kicker,
    description: transparencyMessages.description,
  })
}

/** Shows the number of reports and moderation decisions in each quarter. */
export default function TransparencyPage({ loaderData }: Route.ComponentProps) {
  const { quarters } = loaderData
  return (
    <>
      <InfoPageHeader {...transparencyMessages} hue="stories" drawing={<PageIllustration name="shield" />} />
      <div className="page-inside page-body">
        <p className="max-w-[70ch] text-quiet">{transparencyMessages.how}</p>
        {quarters.length === 0 && <p className="mt-6 text-21">{transparencyMessages.none}</p>}
        {quarters.map((quarter) => (
          <TransparencyQuarterSection key={quarter.quarter} quarter={quarter} />
        ))}
      </div>
    </>
  )
}

function TransparencyQuarterSection({ quarter }: { quarter: TransparencyReportQuarter }) {
  const { reports, actions, appeals, median_hours: median, accounts_suspended: suspended } = quarter
  const parts = [
    {
      title: transparencyMessages.reports,
      total: reports.total,
      counts: reports.by_reason,
      say: transparencyMessages.reason,
    },
    {
      title: transparencyMessages.actions,
      total: actions.total,
      counts: actions.by_kind,
      say: transparencyMessages.action,
    },
    {
      title: transparencyMessages.appeals,
      total: appeals.total,
      counts: appeals.by_outcome,
      say: transparencyMessages.outcome,
    },
  ]
  return (
    <section className="mt-10" aria-labelledby={quarter.quarter}>
      <h2 id={quarter.quarter} className="text-40">
        {transparencyMessages.quarter(quarter.quarter)}
      </h2>
      <dl className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="text-quiet">{transparencyMessages.suspended}</dt>
        <dd>{suspended ?? transparencyMessages.few}</dd>
        {median !== null && (
          <>
            <dt className="text-quiet">{transparencyMessages.median}</dt>
            <dd>{transparencyMessages.hours(median)}</dd>
          </>
        )}
      </dl>
      <div className="mt-6 grid gap-8 md:grid-cols-3">
        {parts.map((part) => (
          <TransparencyCounts key={part.title} {...part} />
        ))}
      </div>
    </section>
  )
}

interface TransparencyCountsProps {
  title: string
  total: TransparencyReportQuarter['reports']['total']
  counts: TransparencyReportQuarter['reports']['by_reason']
  say: (name: string) => string
}

function TransparencyCounts({ title, total, counts, say }: TransparencyCountsProps) {
  return (
    <table className="w-full self-start">
      <caption className="text-21 mb-2 text-start">{title}</caption>
      <tbody>
        {counts.map(({ name, count }) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-2 pe-4 text-start font-normal">
              {say(name)}
            </th>
            <td className="py-2 text-end">{count ?? transparencyMessages.few}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-2 pe-4 text-start">
            {transparencyMessages.total}
          </th>
          <td className="py-2 text-end font-semibold">
            {total.exact ? total.at_least : transparencyMessages.atLeast({ count: total.at_least })}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
