import type { SiteMetrics, siteMetricsRangeHours } from '#contract/site-metrics.ts'
import { loadPurgeBacklog } from '#server/playback/shared-cache/purge-queue.ts'
import { isBacklogShort } from '#server/playback/shared-cache/purger-health.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { getQueueStatuses } from '#server/platform/queue/queue-metrics.ts'
import { type RecordedProcessMetrics, mergeProcessMetrics } from './process-metrics-charts.ts'
import type { PerMinuteProcessMetrics } from './process-metrics-sampler.ts'

const minuteMs = 60_000
/**
 * For each time range of a chart (in hours), the time between two points of the chart (in minutes). With
 * these intervals, every chart has about a hundred points.
 */
const stepMinutesByHours = { '3': 2, '24': 10 } as const

/**
 * Returns the metrics of all processes of the site. The result is the same whichever process answers the
 * request.
 */
export async function loadSiteMetrics(
  hours: (typeof siteMetricsRangeHours)[number],
  now: number = Date.now(),
): Promise<SiteMetrics> {
  const step = stepMinutesByHours[hours] * minuteMs
  const count = (Number(hours) * 3600_000) / step
  // The newest chart step is incomplete, because only some of its minutes have passed.
  const until = Math.ceil(now / step) * step
  const from = until - count * step
  const [kept, processes, queues, media_cache_purger] = await Promise.all([
    db
      .selectFrom('process_metrics')
      .select(['minute', 'metrics'])
      .where('minute', '>=', new Date(from))
      .where('minute', '<', new Date(until))
      .execute(),
    loadReportingProcesses(now),
    getQueueStatuses(),
    loadPurgerState(),
  ])
  return {
    from: new Date(from).toISOString(),
    step_minutes: stepMinutesByHours[hours],
    points: mergeProcessMetrics(kept as RecordedProcessMetrics[], {
      from,
      minutes: stepMinutesByHours[hours],
      count,
    }),
    processes,
    queues: (queues ?? []).filter(({ waiting }) => waiting > 0),
    media_cache_purger,
  }
}

async function loadPurgerState(): Promise<SiteMetrics['media_cache_purger']> {
  if (!config.mediaCache) return 'off'
  return isBacklogShort(await loadPurgeBacklog()) ? 'working' : 'failing'
}

/** Returns the latest per-minute metrics of each process that has stored metrics recently. */
export async function loadReportingProcesses(now: number): Promise<SiteMetrics['processes']> {
  const rows = await db
    .selectFrom('process_metrics')
    .distinctOn('process')
    .select(['process', 'role', 'minute', 'metrics'])
    .where('minute', '>', new Date(now - 3 * minuteMs))
    .orderBy('process')
    .orderBy('minute', 'desc')
    .execute()
  return rows.map(({ process, role, minute, metrics: told }) => {
    const { cpu_seconds: seconds = 0, memory = 0, delay = 0 } = told as Partial<PerMinuteProcessMetrics>
    const toldAt = new Date(minute.getTime() + minuteMs).toISOString()
    return { name: process, role, told_at: toldAt, cores: seconds / 60, memory, delay }
  })
}
