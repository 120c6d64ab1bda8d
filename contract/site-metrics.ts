import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Timestamp } from './scalars.ts'

/**
 * The series of the metrics page and their units. Within a time step, rates are averaged and levels show their
 * maximum.
 */
export const siteMetricSeries = {
  requests: 'answered a second',
  failed: 'answered with 5xx, a minute',
  p50: 'seconds within which half of all answers began, uploads left out',
  p95: 'seconds within which 95 % of all answers began, uploads left out',
  films_waiting: 'films that wait for a worker',
  jobs_waiting: 'other jobs that wait',
  oldest: 'seconds that the oldest of them has waited',
  speed: 'seconds of film made in a second',
  listeners: 'open streams of live updates',
  uploads: 'uploads that are coming in',
  upload_rate: 'bytes of them a second',
  storage_errors: 'failures of the storage, a minute',
  connections: 'connections to the database that were in use at once',
  waiting_connections: 'who waits for one',
  cores: 'processor time a second, of all processes of ours',
  memory: 'bytes that they hold',
  delay: 'seconds, the delay of the slowest event loop: 99 % were shorter',
} as const
export type SiteMetricName = keyof typeof siteMetricSeries
const names = Object.keys(siteMetricSeries) as [SiteMetricName, ...SiteMetricName[]]

export const siteMetricsHours = ['3', '24'] as const

export const SiteMetrics = z.object({
  from: Timestamp,
  step_minutes: z.int(),
  points: z
    .record(z.enum(names), z.array(z.number().nullable()))
    .meta({ description: 'a value a step, oldest first; null: nobody has told' }),
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
    .meta({ description: 'those in which something waits' }),
})
export type SiteMetrics = z.output<typeof SiteMetrics>

export const getSiteMetrics = defineEndpoint({
  method: 'GET',
  path: '/api/mod/figures',
  summary: 'How busy the site is and was: for admins alone, about nobody',
  tag: 'Moderation',
  query: z.strictObject({ hours: z.enum(siteMetricsHours).default('3') }),
  response: SiteMetrics,
})
