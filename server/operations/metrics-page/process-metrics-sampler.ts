import { readAndResetPeakConnectionCount } from '#server/platform/db/db.ts'
import { latencyBuckets } from '#server/platform/http/request-metrics.ts'
import {
  readProcessCpuSeconds,
  readAndResetEventLoopDelay,
} from '#server/platform/metrics/process-metrics.ts'
import { metricsRegistry } from '#server/platform/metrics/registry.ts'
import { getQueueStatuses } from '#server/platform/queue/queue-metrics.ts'

/** The metrics of one process for one minute. A gauge contains the value at the end of the minute. */
export interface PerMinuteProcessMetrics {
  /**
   * For each bound in `latencyBuckets`, the number of requests whose response time was within that bound; the
   * last element is the total number of requests. Upload requests are excluded, because their response time
   * depends on the client's connection.
   */
  answered: number[]
  requests: number
  failed: number
  upload_bytes: number
  storage_errors: number
  film_seconds: number
  encoding_seconds: number
  cpu_seconds: number
  listeners: number
  uploads: number
  connections: number
  waiting_connections: number
  memory: number
  delay: number
  /** Values that describe the whole site instead of one process. These values are read from the database. */
  films_waiting?: number
  jobs_waiting?: number
  oldest?: number
}

/** Creates a function that returns how much each counter has increased since the previous call. */
export function createProcessMetricsSampler(): () => Promise<PerMinuteProcessMetrics> {
  let before: Record<string, number> = {}
  let answeredBefore: number[] = []
  return async () => {
    const [counted, answered] = await Promise.all([readCounters(), readLatencyBuckets()])
    const increase = (name: keyof typeof counted) => counted[name] - (before[name] ?? 0)
    const minute: PerMinuteProcessMetrics = {
      answered: answered.map((count, nth) => count - (answeredBefore[nth] ?? 0)),
      requests: increase('requests'),
      failed: increase('failed'),
      upload_bytes: increase('upload_bytes'),
      storage_errors: increase('storage_errors'),
      film_seconds: increase('film_seconds'),
      encoding_seconds: increase('encoding_seconds'),
      cpu_seconds: increase('cpu_seconds'),
      listeners: await sumMetric('afterbell_live_listeners'),
      uploads: await sumMetric('afterbell_uploads_in_flight'),
      connections: readAndResetPeakConnectionCount(),
      waiting_connections: await sumMetric('afterbell_db_waiting'),
      memory: process.memoryUsage.rss(),
      delay: readAndResetEventLoopDelay().p99,
      ...(await readQueueDepths()),
    }
    before = counted
    answeredBefore = answered
    return minute
  }
}

/** Reads the counters, which only increase. */
async function readCounters() {
  const requests = 'afterbell_http_request_duration_seconds'
  const isCount = ({ metricName }: MetricValue) => metricName === `${requests}_count`
  return {
    requests: await sumMetric(requests, isCount),
    failed: await sumMetric(requests, (one) => isCount(one) && one.labels.status === '5xx'),
    upload_bytes: await sumMetric('afterbell_upload_bytes_total'),
    storage_errors: await sumMetric('afterbell_storage_errors_total'),
    film_seconds: await sumMetric('afterbell_encoded_seconds_total'),
    encoding_seconds: await sumMetric('afterbell_encoding_seconds_total'),
    cpu_seconds: readProcessCpuSeconds(),
  }
}

async function readLatencyBuckets(): Promise<number[]> {
  const values = await readMetricValues('afterbell_http_request_duration_seconds')
  const within = values.filter(
    ({ labels }) => labels.le !== undefined && !String(labels.route).startsWith('/api/uploads'),
  )
  return [...latencyBuckets, '+Inf'].map((bound) =>
    within.filter(({ labels }) => labels.le === bound).reduce((all, { value }) => all + value, 0),
  )
}

async function readQueueDepths() {
  const queues = await getQueueStatuses()
  if (!queues) return {}
  const films = queues.find(({ queue }) => queue === 'process')?.waiting ?? 0
  const all = queues.reduce((total, { waiting: some }) => total + some, 0)
  return {
    films_waiting: films,
    jobs_waiting: all - films,
    oldest: Math.max(0, ...queues.map(({ oldest }) => oldest)),
  }
}

interface MetricValue {
  value: number
  metricName?: string
  labels: Partial<Record<string, string | number>>
}

async function readMetricValues(name: string): Promise<MetricValue[]> {
  const metric = metricsRegistry.getSingleMetric(name)
  if (!metric) throw new Error(`there is no metric ${name}`)
  return (await metric.get()).values
}

async function sumMetric(name: string, which: (value: MetricValue) => boolean = () => true): Promise<number> {
  return (await readMetricValues(name)).filter(which).reduce((all, { value }) => all + value, 0)
}
