import { mostInUse } from '../../platform/db/db.ts'
import { answerBounds } from '../../platform/http/watch.ts'
import { cpuSeconds, endMinute } from '../../platform/metrics/process.ts'
import { registry } from '../../platform/metrics/registry.ts'
import { queuesNow } from '../../platform/queue-metrics.ts'

/** What one process has counted in one minute. What goes up and down is as it stood at its end. */
export interface Minute {
  /** How many requests were answered within each of `answerBounds`, and at all; without uploads, which last as long as their sender does. */
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
  /** Of the whole site, as the database says. */
  films_waiting?: number
  jobs_waiting?: number
  oldest?: number
}

/** Says, each time it is called, what has been counted since the last time. */
export function taker(): () => Promise<Minute> {
  let before: Record<string, number> = {}
  let answeredBefore: number[] = []
  return async () => {
    const [counted, answered] = await Promise.all([counts(), answers()])
    const grown = (name: keyof typeof counted) => counted[name] - (before[name] ?? 0)
    const minute: Minute = {
      answered: answered.map((count, nth) => count - (answeredBefore[nth] ?? 0)),
      requests: grown('requests'),
      failed: grown('failed'),
      upload_bytes: grown('upload_bytes'),
      storage_errors: grown('storage_errors'),
      film_seconds: grown('film_seconds'),
      encoding_seconds: grown('encoding_seconds'),
      cpu_seconds: grown('cpu_seconds'),
      listeners: await sum('afterbell_live_listeners'),
      uploads: await sum('afterbell_uploads_in_flight'),
      connections: mostInUse(),
      waiting_connections: await sum('afterbell_db_waiting'),
      memory: process.memoryUsage.rss(),
      delay: endMinute().p99,
      ...(await waiting()),
    }
    before = counted
    answeredBefore = answered
    return minute
  }
}

/** What only grows. */
async function counts() {
  const requests = 'afterbell_http_request_duration_seconds'
  const isCount = ({ metricName }: Value) => metricName === `${requests}_count`
  return {
    requests: await sum(requests, isCount),
    failed: await sum(requests, (one) => isCount(one) && one.labels.status === '5xx'),
    upload_bytes: await sum('afterbell_upload_bytes_total'),
    storage_errors: await sum('afterbell_storage_errors_total'),
    film_seconds: await sum('afterbell_encoded_seconds_total'),
    encoding_seconds: await sum('afterbell_encoding_seconds_total'),
    cpu_seconds: cpuSeconds(),
  }
}

async function answers(): Promise<number[]> {
  const values = await valuesOf('afterbell_http_request_duration_seconds')
  const within = values.filter(
    ({ labels }) => labels.le !== undefined && !String(labels.route).startsWith('/api/uploads'),
  )
  return [...answerBounds, '+Inf'].map((bound) =>
    within.filter(({ labels }) => labels.le === bound).reduce((all, { value }) => all + value, 0),
  )
}

async function waiting() {
  const queues = await queuesNow()
  if (!queues) return {}
  const films = queues.find(({ queue }) => queue === 'process')?.waiting ?? 0
  const all = queues.reduce((total, { waiting: some }) => total + some, 0)
  return {
    films_waiting: films,
    jobs_waiting: all - films,
    oldest: Math.max(0, ...queues.map(({ oldest }) => oldest)),
  }
}

interface Value {
  value: number
  metricName?: string
  labels: Partial<Record<string, string | number>>
}

async function valuesOf(name: string): Promise<Value[]> {
  const metric = registry.getSingleMetric(name)
  if (!metric) throw new Error(`there is no metric ${name}`)
  return (await metric.get()).values
}

async function sum(name: string, which: (value: Value) => boolean = () => true): Promise<number> {
  return (await valuesOf(name)).filter(which).reduce((all, { value }) => all + value, 0)
}
