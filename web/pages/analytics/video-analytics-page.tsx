import type { CSSProperties } from 'react'
import { Link, redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import {
  getVideoAnalytics,
  videoAnalyticsCsvPath,
  type AnalyticsPeriod,
  type AnalyticsTable,
  type VideoAnalytics,
} from '#contract/engagement/analytics.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { pagePaths } from '#web/paths.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import type { Route } from './+types/video-analytics-page.ts'
import { AnalyticsHeader } from './analytics-header.tsx'
import { ChartSection, AnalyticsDataTable } from './chart-section.tsx'
import { DailyMetricsChart } from './daily-metrics-chart.tsx'
import { MetricList } from './metric-list.tsx'
import {
  formatAverage,
  formatDay,
  formatNumber,
  formatPercentage,
  formatTotalWatchTime,
} from './format-analytics.ts'
import { parseAnalyticsPeriod } from './period-links.tsx'
import { RetentionChart } from './retention-chart.tsx'
import './analytics.css'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  const { pathname, search, searchParams } = args.url
  if (!me) throw redirect(pagePaths.signIn(pathname + search))
  const days = parseAnalyticsPeriod(searchParams)
  // If the video belongs to another creator, the API responds as if the video did not exist.
  const shown = await api(getVideoAnalytics, { params: { id: args.params.id }, query: { days } })
  return { days, shown }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: analyticsMessages.videoTitle({ title: args.loaderData?.shown.title ?? '' }),
    description: analyticsMessages.description,
    noindex: true,
  })

export default function VideoAnalyticsPage({ loaderData: { days, shown } }: Route.ComponentProps) {
  return (
    <div className="analytics">
      <AnalyticsHeader title={analyticsMessages.videoTitle({ title: shown.title })} days={days}>
        <Link to={`${pagePaths.analytics}?days=${days}`} className="link">
          {analyticsMessages.allVideos}
        </Link>
        <Link to={pagePaths.editVideo(shown.id)} className="link">
          {analyticsMessages.edit}
        </Link>
      </AnalyticsHeader>
      {shown.totals ? (
        <Figures {...shown} totals={shown.totals} period={days} />
      ) : (
        <EmptyState
          title={analyticsMessages.empty}
          drawing="tape"
          action={
            <Link to={pagePaths.watch(shown.id)} className={getButtonClassName({})}>
              {analyticsMessages.watch}
            </Link>
          }
        >
          {analyticsMessages.emptyText}
        </EmptyState>
      )}
    </div>
  )
}

type FiguresProps = VideoAnalytics & {
  totals: NonNullable<VideoAnalytics['totals']>
  period: AnalyticsPeriod
}

function Figures({ id, from, to, totals, days, retention, sources, period, ...video }: FiguresProps) {
  const replacedOn = video.replaced_on && video.replaced_on >= from ? video.replaced_on : null
  const csv = (table: AnalyticsTable) => `${videoAnalyticsCsvPath(id)}?days=${period}&table=${table}`
  return (
    <>
      <MetricList
        figures={[
          [analyticsMessages.views, formatNumber(totals.views)],
          [analyticsMessages.watchTime, formatTotalWatchTime(totals.watch_seconds)],
          [analyticsMessages.average, formatAverage(totals.average_view_seconds)],
          [analyticsMessages.likes, formatNumber(totals.likes)],
          [analyticsMessages.comments, formatNumber(totals.comments)],
        ]}
      />
      <DailyMetricsChart from={from} to={to} days={days} replacedOn={replacedOn} csv={csv('days')} />
      {retention ? (
        <RetentionChart
          shares={retention}
          durationSeconds={video.duration_seconds}
          replacedOn={replacedOn}
          csv={csv('retention')}
        />
      ) : (
        replacedOn && (
          <section className="analytics-section">
            <h2 className="text-28">{analyticsMessages.retention}</h2>
            <p className="text-15 text-quiet">
              {analyticsMessages.noRetentionSince({ day: formatDay(replacedOn) })}
            </p>
          </section>
        )
      )}
      <ChartSection
        title={analyticsMessages.sources}
        text={sources ? analyticsMessages.sourcesText : analyticsMessages.noSources}
        csv={csv('sources')}
      >
        {sources && <SourcesTable sources={sources} />}
      </ChartSection>
    </>
  )
}

function SourcesTable({ sources }: { sources: NonNullable<VideoAnalytics['sources']> }) {
  const all = sources.reduce((sum, { viewers }) => sum + viewers, 0)
  return (
    <AnalyticsDataTable
      caption={analyticsMessages.sources}
      head={[analyticsMessages.source, analyticsMessages.viewers, analyticsMessages.shareOfViewers]}
      rows={sources.map(({ source, viewers }) => ({
        key: source,
        cells: [
          analyticsMessages.names[source],
          formatNumber(viewers),
          <span key="share" className="analytics-share">
            <span style={{ '--share': viewers / all } as CSSProperties} />
            {formatPercentage(viewers / all)}
          </span>,
        ],
      }))}
    />
  )
}
