import type { ColumnType } from 'kysely'

/**
 * The metrics of one process for one minute. The `metrics` column contains a `PerMinuteProcessMetrics`
 * (server/operations/metrics-page/process-metrics-sampler.ts) in the format used by the version of the
 * software that wrote the row.
 */
export interface ProcessMetricsTable {
  minute: Date
  process: string
  role: 'all' | 'web' | 'worker'
  metrics: ColumnType<unknown, string, never>
}

/** One number about playback in one hour (server/operations/playback-quality/playback-measures.ts). */
export interface PlaybackQualityTable {
  hour: Date
  measure: string
  bucket: string
  amount: number
}
