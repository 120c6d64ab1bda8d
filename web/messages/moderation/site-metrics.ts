import type { SiteMetricName } from '#contract/site-metrics.ts'

const formatNumber = (n: number) => (n >= 100 ? String(Math.round(n)) : String(Number(n.toPrecision(2))))

const metricLabels: Record<SiteMetricName, string> = {
  requests: 'Answers',
  failed: 'Failures',
  p50: 'Half within',
  p95: '95 % within',
  films_waiting: 'Films',
  jobs_waiting: 'Other jobs',
  oldest: 'The oldest',
  speed: 'Speed',
  listeners: 'Listeners',
  uploads: 'Uploads',
  upload_rate: 'Bytes',
  storage_errors: 'Failures',
  connections: 'In use at once',
  waiting_connections: 'Waiting for one',
  cores: 'Cores',
  memory: 'Memory',
  delay: 'Delay',
}

/** The site metrics page for admins. */
export const siteMetricsMessages = {
  title: 'Figures',
  description: 'How busy the site is and was, all its processes together.',
  lead: 'All processes together, whichever you ask. Times are UTC.',
  spans: 'How far back',
  span: (hours: string) => `${hours} hours`,
  back: 'To the queue',
  lines: metricLabels,
  charts: {
    traffic: 'Requests a second',
    answers: 'Until an answer begins',
    failed: 'Requests that fail, a minute',
    waiting: 'Jobs that wait',
    oldest: 'The oldest job waits',
    speed: 'Making films, times real time',
    listeners: 'Live listeners',
    uploads: 'Uploads coming in',
    bytes: 'Bytes coming in, a second',
    storage: 'Failures of the storage, a minute',
    database: 'Connections to the database',
    processor: 'Processor, in cores',
    memory: 'Memory',
    delay: 'Delay of the event loop',
  },
  now: (value: string) => `Now ${value}`,
  most: (value: string, at: string) => `· most ${value} at ${at}`,
  none: 'No figures yet',
  nothing: '–',
  table: 'As a table',
  tableOf: (title: string) => `As a table: ${title}`,
  time: 'Time',
  count: formatNumber,
  times: (n: number) => `${formatNumber(n)} ×`,
  seconds(n: number): string {
    if (n >= 120) return `${formatNumber(n / 60)} min`
    return n >= 1 ? `${formatNumber(n)} s` : `${formatNumber(n * 1000)} ms`
  },
  processes: 'Processes',
  process: 'Name',
  role: 'Role',
  roles: { all: 'Web and worker', web: 'Web', worker: 'Worker' },
  noProcess:
    'No process has told of itself in the last three minutes. The first figures come after a minute.',
  queues: 'What waits now',
  queue: 'Queue',
  waiting: 'Waiting',
  noQueue: 'Nothing waits.',
}
