import type { ColumnType } from 'kysely'

/**
 * The metrics of one process for one minute. `metrics` is a `Minute`
 * (server/operations/metrics-page/process-metrics-sampler.ts) in the format of the release that wrote it.
 */
export interface ProcessMetricsTable {
  minute: Date
  process: string
  role: 'all' | 'web' | 'worker'
  metrics: ColumnType<unknown, string, never>
}
