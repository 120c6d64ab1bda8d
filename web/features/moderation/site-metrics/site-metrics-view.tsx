import { Link } from 'react-router'
import { type SiteMetrics, type SiteMetricName, siteMetricsRangeHours } from '#contract/site-metrics.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { Chip } from '#web/ui/controls/chip.tsx'
import { siteMetricsMessages } from '#web/messages/moderation/site-metrics.ts'
import { TimeSeriesChart } from './time-series-chart.tsx'
import { ServerProcessTable, JobQueueTable } from './job-queue-and-process-tables.tsx'
import '../moderation.css'
import './site-metrics.css'

interface ChartDefinition {
  series: [SiteMetricName] | [SiteMetricName, SiteMetricName]
  formatValue(value: number): string
  unit?(most: number): number
}

const inBytes = { formatValue: formatBytes, unit: () => 1024 ** 2 }
const inSeconds = { formatValue: siteMetricsMessages.seconds, unit: (most: number) => (most >= 120 ? 60 : 1) }

/**
 * The charts in display order. Traffic, response times and failures come first, then possible causes of
 * problems.
 */
const charts: Record<keyof typeof siteMetricsMessages.charts, ChartDefinition> = {
  traffic: { series: ['requests'], formatValue: siteMetricsMessages.count },
  answers: { series: ['p50', 'p95'], ...inSeconds },
  failed: { series: ['failed'], formatValue: siteMetricsMessages.count },
  listeners: { series: ['listeners'], formatValue: siteMetricsMessages.count },
  waiting: { series: ['films_waiting', 'jobs_waiting'], formatValue: siteMetricsMessages.count },
  oldest: { series: ['oldest'], ...inSeconds },
  speed: { series: ['speed'], formatValue: siteMetricsMessages.times },
  uploads: { series: ['uploads'], formatValue: siteMetricsMessages.count },
  bytes: { series: ['upload_rate'], ...inBytes },
  storage: { series: ['storage_errors'], formatValue: siteMetricsMessages.count },
  database: { series: ['connections', 'waiting_connections'], formatValue: siteMetricsMessages.count },
  processor: { series: ['cores'], formatValue: siteMetricsMessages.count },
  memory: { series: ['memory'], ...inBytes },
  delay: { series: ['delay'], ...inSeconds },
}

/**
 * Shows the current state of the site: waiting jobs, running processes and small charts of the past hours.
 */
export function SiteMetricsView({
  metrics,
  hours,
}: {
  metrics: SiteMetrics
  hours: (typeof siteMetricsRangeHours)[number]
}) {
  const startMs = Date.parse(metrics.from)
  const timeOf = (step: number) => new Date(startMs + step * metrics.step_minutes * 60_000)
  return (
    <div className="mod">
      <header className="mod-head">
        <h1 className="text-40">{siteMetricsMessages.title}</h1>
        <Link to={pagePaths.moderationQueue()} className={getButtonClassName({ size: 'small' })}>
          {siteMetricsMessages.back}
        </Link>
        <Link to={pagePaths.playbackQuality()} className={getButtonClassName({ size: 'small' })}>
          {siteMetricsMessages.playback}
        </Link>
      </header>
      <p className="text-quiet">{siteMetricsMessages.lead}</p>
      {metrics.media_cache_purger === 'failing' && (
        <p className="mod-note">{siteMetricsMessages.cacheNotPurged}</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of filters is not a form fieldset */}
      <div className="chips" role="group" aria-label={siteMetricsMessages.spans}>
        {siteMetricsRangeHours.map((one) => (
          <Chip key={one} pressed={one === hours} link={<Link to={pagePaths.siteMetrics(one)} />}>
            {siteMetricsMessages.span({ hours: one })}
          </Chip>
        ))}
      </div>
      <div className="mod-columns">
        <ServerProcessTable processes={metrics.processes} />
        <JobQueueTable queues={metrics.queues} />
      </div>
      <div className="charts">
        {Object.entries(charts).map(([name, { series, ...chart }]) => (
          <TimeSeriesChart
            key={name}
            title={siteMetricsMessages.charts[name as keyof typeof charts]}
            lines={series.map((one) => ({
              label: siteMetricsMessages.lines[one],
              values: metrics.points[one],
            }))}
            {...chart}
            getStepTime={timeOf}
          />
        ))}
      </div>
    </div>
  )
}
