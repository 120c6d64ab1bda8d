import { Link } from 'react-router'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import type { AnalyticsPeriod } from '#contract/engagement/analytics.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { Chip } from '#web/ui/controls/chip.tsx'

const periods = analyticsLimits.periodDays.map(String) as AnalyticsPeriod[]

/** Returns the period from the page's URL. If the URL contains no valid period, returns 28 days. */
export function parsePeriod(search: URLSearchParams): AnalyticsPeriod {
  return periods.find((days) => days === search.get('days')) ?? '28'
}

/** The links to the other periods of the current page. */
export function PeriodLinks({ days: current }: { days: AnalyticsPeriod }) {
  return (
    <nav className="chips" aria-label={analyticsMessages.period}>
      {periods.map((days) => (
        <Chip
          key={days}
          pressed={days === current}
          link={<Link to={`?days=${days}`} preventScrollReset replace />}
        >
          {analyticsMessages.days({ days })}
        </Chip>
      ))}
    </nav>
  )
}
