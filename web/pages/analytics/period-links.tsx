import { Link } from 'react-router'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import type { AnalyticsPeriod } from '#contract/engagement/analytics.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { Chip } from '#web/ui/controls/chip.tsx'

const periods = analyticsLimits.periodDays.map(String) as AnalyticsPeriod[]

/**
 * Returns the analytics period that the page's URL selects. If the URL contains no valid period, the period
 * of 28 days is returned.
 */
export function parseAnalyticsPeriod(search: URLSearchParams): AnalyticsPeriod {
  return periods.find((days) => days === search.get('days')) ?? '28'
}

/** Links to the same analytics page for the other periods. */
export function AnalyticsPeriodLinks({ days: current }: { days: AnalyticsPeriod }) {
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
