import type { ColumnType } from 'kysely'

/** What a process has counted in a minute; `figures` is a `Minute` (server/operations/metrics-page/process-minute.ts), of the version that wrote it. */
export interface ProcessMetricsTable {
  minute: Date
  process: string
  role: 'all' | 'web' | 'worker'
  figures: ColumnType<unknown, string, never>
}
