import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { publishDailyAnalytics } from '#server/analytics/release-daily-analytics.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'
import type { BenchSite } from './bench-site.ts'

const views = 1_000_000
const day = 24 * 3600_000

/**
 * Another process adds a million views and their summaries to the totals of one day, while this process
 * requests a list of videos. The requests to record the views are not part of the measurement.
 */
export async function benchAnalyticsAggregation(site: BenchSite): Promise<BenchMetric[]> {
  await sql`truncate daily_view_counts, daily_video_analytics, daily_view_sources, recent_views`.execute(db)
  await timeList(site, pause(2000))
  const before = await timeList(site, pause(10_000))
  const child = await startAggregation(site.databaseUrl)
  const started = performance.now()
  child.send('start')
  const during = await timeList(site, once(child, 'message'))
  const seconds = (performance.now() - started) / 1000
  const added = await readSums()
  const release = performance.now()
  await publishDailyAnalytics(new Date(Date.now() + 2 * day))
  const releaseSeconds = (performance.now() - release) / 1000
  const slowdown = (part: number) => quantile(during, part) / quantile(before, part)
  return [
    { name: `analytics: ${views} views of one day and their summaries`, value: seconds, unit: 's', max: 60 },
    { name: 'analytics: views, counted minus sent', value: added.views - views, unit: '', max: 0, min: 0 },
    {
      name: 'analytics: summaries, counted minus sent',
      value: added.summaries - views,
      unit: '',
      max: 0,
      min: 0,
    },
    { name: 'analytics: release of the day', value: releaseSeconds, unit: 's', max: 60 },
    { name: 'analytics: list of videos before, p50', value: quantile(before, 0.5), unit: 'ms' },
    { name: 'analytics: list of videos during aggregation, p50', value: quantile(during, 0.5), unit: 'ms' },
    { name: 'analytics: slowdown of the list, p50', value: slowdown(0.5), unit: '×', max: 1.5 },
    { name: 'analytics: slowdown of the list, p95', value: slowdown(0.95), unit: '×' },
  ]
}

/** Requests a list 20 times a second until `end`, and returns the response times in milliseconds. */
async function timeList({ server }: BenchSite, end: Promise<unknown>): Promise<number[]> {
  const state = { isOver: false }
  const over = end.finally(() => (state.isOver = true))
  const times: number[] = []
  while (!state.isOver) {
    const started = performance.now()
    const response = await fetch(`${server.url}/api/content?limit=24`)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the list failed with ${response.status}`)
    times.push(performance.now() - started)
    await pause(50)
  }
  await over
  return times
}

async function startAggregation(databaseUrl: string): Promise<ChildProcess> {
  const child = fork(new URL('./analytics-aggregation-process.ts', import.meta.url), [
    databaseUrl,
    String(views),
  ])
  await once(child, 'message')
  return child
}

async function readSums(): Promise<{ views: number; summaries: number }> {
  const { rows } = await sql<{ views: number; summaries: number }>`select sum(views)::int8 as views,
    sum(summaries)::int8 as summaries from daily_video_analytics`.execute(db)
  return rows[0]!
}
