import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import type { AnalyticsPeriod } from '#contract/engagement/analytics.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { AnalyticsPeriodLinks } from './period-links.tsx'

interface Props {
  title: string
  days: AnalyticsPeriod
  /** Links to related pages. */
  children: ReactNode
}

/** The title of an analytics page, links for choosing the period, and a note on privacy. */
export function AnalyticsHeader({ title, days, children }: Props) {
  const isLoading = useNavigation().state === 'loading'
  return (
    <header className="analytics-header">
      <p className="analytics-links">{children}</p>
      <h1 className="text-40">{title}</h1>
      <div className="analytics-periods">
        <AnalyticsPeriodLinks days={days} />
        {isLoading && <Spinner />}
      </div>
      <p className="max-w-[70ch] text-15 text-quiet">{analyticsMessages.privacy}</p>
    </header>
  )
}
