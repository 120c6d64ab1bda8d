import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Timestamp } from './scalars.ts'

/**
 * The time series of the metrics page and their units. For each time step, a rate is reported as its average,
 * and a gauge (such as memory use) as its maximum.
 */
export const siteMetricSeries = {
  requests: 'requests per second',
  failed: '5xx responses per minute',
  p50: 'median time to first byte in seconds, without uploads',
  p95: '95th percentile of the time to first byte in seconds, without uploads',
  films_waiting: 'videos waiting for a worker',
  jobs_waiting: 'other jobs waiting',
  oldest: 'seconds that the oldest of these jobs has waited',
  speed: 'seconds of video transcoded per second',
  listeners: 'open live-update streams',
  uploads: 'uploads in progress',
  upload_rate: 'uploaded bytes per second',
  storage_errors: 'storage errors per minute',
  connections: 'database connections in use',
  waiting_connections: 'requests waiting for a database connection',
  cores: 'processor seconds per second, all processes of the site',
  memory: 'bytes of memory, all processes of the site',
  delay: '99th percentile of the event loop delay in seconds, slowest process',
} as const
export type SiteMetricName = keyof typeof siteMetricSeries
const names = Object.keys(siteMetricSeries) as [SiteMetricName, ...SiteMetricName[]]

export const siteMetricsRangeHours = ['3', '24'] as const

export const SiteMetrics = z.object({
  from: Timestamp,
  step_minutes: z.int(),
  points: z
    .record(z.enum(names), z.array(z.number().nullable()))
    .meta({ description: 'One value per step, oldest first. Null if no process reported.' }),
  processes: z.array(
    z.object({
      name: z.string(),
      role: z.enum(['all', 'web', 'worker']),
      told_at: Timestamp,
      cores: z.number(),
      memory: z.number(),
      delay: z.number(),
    }),
  ),
  queues: z
    .array(z.object({ queue: z.string(), waiting: z.int(), oldest: z.number() }))
    .meta({ description: 'The queues with waiting jobs.' }),
  media_cache_purger: z.enum(['off', 'working', 'failing']).meta({
    description: 'Whether the shared cache in front of the site deletes media that is no longer public.',
  }),
})
export type SiteMetrics = z.output<typeof SiteMetrics>

export const getSiteMetrics = defineEndpoint({
  method: 'GET',
  path: '/api/mod/figures',
  summary: 'Returns the load of the site over time. Admins only. Contains no data about people.',
  tag: 'Moderation',
  query: z.strictObject({ hours: z.enum(siteMetricsRangeHours).default('3') }),
  response: SiteMetrics,
})
