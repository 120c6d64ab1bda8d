import { Link, redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import {
  getOwnAnalytics,
  ownAnalyticsCsvPath,
  type Analytics,
  type AnalyticsPeriod,
  type AnalyticsTable,
} from '#contract/engagement/analytics.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { pagePaths } from '#web/paths.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import type { Route } from './+types/analytics-page.ts'
import { AnalyticsHeader } from './analytics-header.tsx'
import { ChartSection, AnalyticsDataTable } from './chart-section.tsx'
import { DailyMetricsChart } from './daily-metrics-chart.tsx'
import { MetricList } from './metric-list.tsx'
import { formatAverage, formatNumber, formatTotalWatchTime, formatWatchTime } from './format-analytics.ts'
import { parseAnalyticsPeriod } from './period-links.tsx'
import './analytics.css'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  const { pathname, search, searchParams } = args.url
  if (!me) throw redirect(pagePaths.signIn(pathname + search))
  const days = parseAnalyticsPeriod(searchParams)
  return { days, shown: await api(getOwnAnalytics, { query: { days } }) }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: analyticsMessages.title,
    description: analyticsMessages.description,
    noindex: true,
  })

export default function AnalyticsPage({ loaderData: { days, shown } }: Route.ComponentProps) {
  return (
    <div className="analytics">
      <AnalyticsHeader title={analyticsMessages.title} days={days}>
        <Link to={pagePaths.dashboard} className="link">
          {analyticsMessages.dashboard}
        </Link>
      </AnalyticsHeader>
      {shown.totals ? (
        <Figures {...shown} totals={shown.totals} period={days} />
      ) : (
        <EmptyState
          title={analyticsMessages.empty}
          drawing="tape"
          action={
            <Link to={pagePaths.uploadPage()} className={getButtonClassName({ variant: 'primary' })}>
              {analyticsMessages.emptyAction}
            </Link>
          }
        >
          {analyticsMessages.emptyText}
        </EmptyState>
      )}
    </div>
  )
}

type FiguresProps = Analytics & { totals: NonNullable<Analytics['totals']>; period: AnalyticsPeriod }

function Figures({ from, to, totals, days, videos, period }: FiguresProps) {
  const csv = (table: AnalyticsTable) => `${ownAnalyticsCsvPath}?days=${period}&table=${table}`
  return (
    <>
      <MetricList
        figures={[
          [analyticsMessages.views, formatNumber(totals.views)],
          [analyticsMessages.watchTime, formatTotalWatchTime(totals.watch_seconds)],
          [analyticsMessages.average, formatAverage(totals.average_view_seconds)],
          [analyticsMessages.likes, formatNumber(totals.likes)],
          [analyticsMessages.comments, formatNumber(totals.comments)],
          [analyticsMessages.gained, formatNumber(totals.followers_gained)],
          [analyticsMessages.lost, formatNumber(totals.followers_lost)],
        ]}
      />
      <DailyMetricsChart from={from} to={to} days={days} csv={csv('days')} />
      <ChartSection title={analyticsMessages.topVideos} csv={csv('videos')}>
        <AnalyticsDataTable
          caption={analyticsMessages.topVideos}
          head={[
            analyticsMessages.video,
            analyticsMessages.views,
            analyticsMessages.watchTime,
            analyticsMessages.average,
          ]}
          rows={videos.map(({ id, title, ...row }) => ({
            key: id,
            cells: [
              <Link
                key="title"
                to={`${pagePaths.videoAnalytics(id)}?days=${period}`}
                className="link"
                dir="auto"
              >
                {title}
              </Link>,
              formatNumber(row.views),
              formatWatchTime(row.watch_seconds),
              formatAverage(row.average_view_seconds),
            ],
          }))}
        />
      </ChartSection>
    </>
  )
}
