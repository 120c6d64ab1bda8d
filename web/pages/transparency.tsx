import { getTransparency, type Quarter } from '#contract/rights.ts'
import { words } from '#web/words/transparency.ts'
import type { Route } from './+types/transparency.ts'
import { listsOf } from './ask.ts'
import { PageDrawing } from './company/drawings.tsx'
import { PageHead } from './company/page-head.tsx'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  return listsOf(args)(getTransparency, {}, { quarters: [] })
}

export function meta(args: Route.MetaArgs) {
  return metaOf(args, { title: words.kicker, description: words.description })
}

/** What is reported and decided here, in numbers, quarter by quarter. */
export default function TransparencyPage({ loaderData }: Route.ComponentProps) {
  const { quarters } = loaderData
  return (
    <>
      <PageHead {...words} hue="stories" drawing={<PageDrawing name="shield" />} />
      <div className="page-inside page-body">
        <p className="max-w-[70ch] text-quiet">{words.how}</p>
        {quarters.length === 0 && <p className="mt-6 text-21">{words.none}</p>}
        {quarters.map((quarter) => (
          <QuarterSection key={quarter.quarter} quarter={quarter} />
        ))}
      </div>
    </>
  )
}

function QuarterSection({ quarter }: { quarter: Quarter }) {
  const { reports, actions, appeals, median_hours: median, accounts_suspended: suspended } = quarter
  const parts = [
    { title: words.reports, total: reports.total, counts: reports.by_reason, say: words.reason },
    { title: words.actions, total: actions.total, counts: actions.by_kind, say: words.action },
    { title: words.appeals, total: appeals.total, counts: appeals.by_outcome, say: words.outcome },
  ]
  return (
    <section className="mt-10" aria-labelledby={quarter.quarter}>
      <h2 id={quarter.quarter} className="text-40">
        {words.quarter(quarter.quarter)}
      </h2>
      <dl className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="text-quiet">{words.suspended}</dt>
        <dd>{suspended ?? words.few}</dd>
        {median !== null && (
          <>
            <dt className="text-quiet">{words.median}</dt>
            <dd>{words.hours(median)}</dd>
          </>
        )}
      </dl>
      <div className="mt-6 grid gap-8 md:grid-cols-3">
        {parts.map((part) => (
          <Counts key={part.title} {...part} />
        ))}
      </div>
    </section>
  )
}

interface CountsProps {
  title: string
  total: Quarter['reports']['total']
  counts: Quarter['reports']['by_reason']
  say: (name: string) => string
}

function Counts({ title, total, counts, say }: CountsProps) {
  return (
    <table className="w-full self-start">
      <caption className="text-21 mb-2 text-left">{title}</caption>
      <tbody>
        {counts.map(({ name, count }) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-2 pr-4 text-left font-normal">
              {say(name)}
            </th>
            <td className="py-2 text-right">{count ?? words.few}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-2 pr-4 text-left">
            {words.total}
          </th>
          <td className="py-2 text-right font-semibold">
            {total.exact ? total.at_least : words.atLeast(total.at_least)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
