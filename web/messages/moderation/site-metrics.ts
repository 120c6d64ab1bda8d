import { defineMessages, message } from '#i18n/define-messages.ts'
import { formatNumber } from '#i18n/formats.ts'
import type { SiteMetricName } from '#contract/site-metrics.ts'

const formatFigure = (n: number) =>
  formatNumber(n >= 100 ? Math.round(n) : Number(n.toPrecision(2)), {
    useGrouping: false,
    maximumFractionDigits: 20,
  })

const metricLabels: Record<SiteMetricName, string> = {
  requests: 'Requests',
  failed: 'Failed requests',
  p50: '50th percentile',
  p95: '95th percentile',
  films_waiting: 'Videos',
  jobs_waiting: 'Other jobs',
  oldest: 'Oldest job',
  speed: 'Encoding speed',
  listeners: 'Open streams',
  uploads: 'Uploads',
  upload_rate: 'Bytes received',
  storage_errors: 'Storage errors',
  connections: 'Connections in use',
  waiting_connections: 'Waiting for a connection',
  cores: 'Cores',
  memory: 'Memory',
  delay: 'Event loop delay',
}

/** The interface text of the site metrics page for admins. */
export const siteMetricsMessages = defineMessages('moderation/site-metrics', {
  title: 'Metrics',
  description: 'Current and recent load of the site, across all its processes.',
  lead: 'Combined metrics of all processes. Times are in UTC.',
  cacheNotPurged:
    'The shared cache does not delete videos that are no longer public, and may still serve them. Check the settings MEDIA_CACHE_PURGE_URL and MEDIA_CACHE_PURGE_TOKEN, or clear the whole cache.',
  spans: 'Time range',
  span: message<{ hours: string }>('{hours} hours'),
  back: 'Back to the queue',
  playback: 'Playback quality',
  lines: metricLabels,
  charts: {
    traffic: 'Requests per second',
    answers: 'Time to first byte',
    failed: 'Failed requests per minute',
    waiting: 'Waiting jobs',
    oldest: 'Waiting time of the oldest job',
    speed: 'Video encoding speed, compared to real time',
    listeners: 'Open live update streams',
    uploads: 'Uploads in progress',
    bytes: 'Uploaded bytes per second',
    storage: 'Storage errors per minute',
    database: 'Database connections',
    processor: 'CPU use, in cores',
    memory: 'Memory',
    delay: 'Event loop delay',
  },
  now: message<{ value: string }>('Now {value}'),
  most: message<{ value: string; at: string }>('· peak {value} at {at}'),
  none: 'No data yet',
  nothing: '–',
  table: 'Show as a table',
  tableOf: message<{ title: string }>('Show as a table: {title}'),
  time: 'Time',
  count: formatFigure,
  timesOf: message<{ factor: string }>('{factor} ×'),
  durations: {
    minutes: message<{ count: string }>('{count} min'),
    seconds: message<{ count: string }>('{count} s'),
    milliseconds: message<{ count: string }>('{count} ms'),
  },
  times: (n: number): string => siteMetricsMessages.timesOf({ factor: formatFigure(n) }),
  seconds(n: number): string {
    const { minutes, seconds, milliseconds } = siteMetricsMessages.durations
    if (n >= 120) return minutes({ count: formatFigure(n / 60) })
    return n >= 1 ? seconds({ count: formatFigure(n) }) : milliseconds({ count: formatFigure(n * 1000) })
  },
  processes: 'Processes',
  process: 'Name',
  role: 'Role',
  roles: { all: 'Web and worker', web: 'Web', worker: 'Worker' },
  noProcess:
    'No process has reported metrics in the last three minutes. A new process reports its first metrics after one minute.',
  queues: 'Queues',
  queue: 'Queue',
  waiting: 'Waiting',
  noQueue: 'No jobs are waiting.',
})
