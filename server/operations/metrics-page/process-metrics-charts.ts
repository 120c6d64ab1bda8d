import { type SiteMetricName, siteMetricSeries } from '#contract/site-metrics.ts'
import { latencyBuckets } from '#server/platform/http/request-metrics.ts'
import { estimateQuantile } from '#server/platform/metrics/estimate-quantile.ts'
import type { PerMinuteProcessMetrics } from './process-metrics-sampler.ts'

/**
 * The stored metrics of one process for one minute. A process that runs another version of the software may
 * have stored fewer or more fields.
 */
export interface RecordedProcessMetrics {
  minute: Date
  metrics: Partial<PerMinuteProcessMetrics>
}

/**
 * The time axis of a chart: the start of the first step (ms), the length of a step (minutes), and the number
 * of steps.
 */
export interface ChartTimeAxis {
  from: number
  minutes: number
  count: number
}

/**
 * Merges the per-minute metrics of all processes into one value for each series and each step of the chart.
 */
export function mergeProcessMetrics(
  kept: readonly RecordedProcessMetrics[],
  { from, minutes, count }: ChartTimeAxis,
) {
  const steps = Map.groupBy(kept, ({ minute }) => Math.floor((minute.getTime() - from) / 60_000 / minutes))
  const points = {} as Record<SiteMetricName, (number | null)[]>
  const merged = Array.from({ length: count }, (_, nth) => mergeStep(steps.get(nth) ?? []))
  for (const name of Object.keys(siteMetricSeries) as SiteMetricName[])
    points[name] = merged.map((step) => roundForChart(step?.[name] ?? null))
  return points
}

/**
 * Merges the per-minute metrics that belong to one step of a chart. Counters are added up. Values that the
 * processes read from the database describe the whole site, so the highest of these values is used instead of
 * their sum. Gauges are summed across all processes for each minute, and the highest sum is used.
 */
function mergeStep(rows: readonly RecordedProcessMetrics[]): Record<SiteMetricName, number | null> | null {
  if (rows.length === 0) return null
  const byMinute = [...Map.groupBy(rows, ({ minute }) => minute.getTime()).values()]
  const seconds = byMinute.length * 60
  const total = (name: MinuteField) => sumField(rows, name)
  const most = (name: MinuteField) => Math.max(...byMinute.map((some) => sumField(some, name)))
  const highest = (name: MinuteField) => Math.max(...rows.map(({ metrics }) => metrics[name] ?? 0))
  const made = total('encoding_seconds')
  const answered = sumBuckets(rows.map(({ metrics }) => metrics.answered ?? []))
  return {
    requests: total('requests') / seconds,
    failed: total('failed') / byMinute.length,
    p50: estimateQuantile(0.5, answered, latencyBuckets),
    p95: estimateQuantile(0.95, answered, latencyBuckets),
    films_waiting: highest('films_waiting'),
    jobs_waiting: highest('jobs_waiting'),
    oldest: highest('oldest'),
    speed: made > 0 ? total('film_seconds') / made : null,
    listeners: most('listeners'),
    uploads: most('uploads'),
    upload_rate: total('upload_bytes') / seconds,
    storage_errors: total('storage_errors') / byMinute.length,
    connections: most('connections'),
    waiting_connections: most('waiting_connections'),
    cores: total('cpu_seconds') / seconds,
    memory: most('memory'),
    delay: highest('delay'),
  }
}

type MinuteField = Exclude<keyof PerMinuteProcessMetrics, 'answered'>

function sumField(rows: readonly RecordedProcessMetrics[], name: MinuteField): number {
  return rows.reduce((sum, { metrics }) => sum + (metrics[name] ?? 0), 0)
}

function sumBuckets(lists: readonly number[][]): number[] {
  return [...latencyBuckets, Infinity].map((_, nth) => lists.reduce((sum, list) => sum + (list[nth] ?? 0), 0))
}

/** Rounds a value to four significant digits, which is as precise as a chart can show. */
function roundForChart(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4))
}
