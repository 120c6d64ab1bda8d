import type { ColumnType, Generated } from 'kysely'

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

/** A tag whose responses the shared cache must delete (server/playback/shared-cache/purge-queue.ts). */
export interface MediaCachePurgesTable {
  id: Generated<string>
  tag: string
  created_at: Generated<Date>
  next_at: Generated<Date>
  purged: Generated<number>
  failures: Generated<number>
}

/** The only row records whether the purger of the shared cache works. */
export interface MediaCachePurgerTable {
  only_row: Generated<boolean>
  succeeded_at: Date | null
  next_test_at: Generated<Date>
}

/** Objects that a process is storing, or that must be deleted (server/platform/storage/storage-writes.ts). */
export interface StorageWritesTable {
  id: Generated<string>
  owner: string
  prefixes: string[]
  lease_until: Date
  is_removal: Generated<boolean>
  created_at: Generated<Date>
}

/** How far the sweep has walked through a top-level folder of the storage (server/operations/sweep/). */
export interface StorageSweepsTable {
  folder: string
  cursor: string | null
  started_at: Date | null
  objects: Generated<number>
  names: Generated<number>
  unknown_names: Generated<number>
  last_objects: number | null
  last_finished_at: Date | null
  lease_until: Generated<Date>
  fence: Generated<number>
}

/** The number and size of the stored files of one kind (server/admin/storage/). */
export interface StorageTotalsTable {
  kind: string
  files: number
  bytes: number
  measured_at: Generated<Date>
}

/** How much of the quota a person uses. */
export interface StorageUsageTable {
  user_id: string
  files: number
  bytes: number
}

/** A run of `verify` that the admin console started. */
export interface IntegrityChecksTable {
  id: Generated<string>
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  requested_at: Generated<Date>
  updated_at: Generated<Date>
  finished_at: Date | null
  items: Generated<number>
  files: Generated<number>
  bytes: Generated<number>
  findings: ColumnType<unknown, string | undefined, string>
  counts: ColumnType<unknown, string | undefined, string>
}

export interface BackupRunsTable {
  id: Generated<string>
  finished_at: Generated<Date>
  rows: number
  files: number
  bytes: number
}

/** One number about playback in one hour (server/operations/playback-quality/playback-measures.ts). */
export interface PlaybackQualityTable {
  hour: Date
  measure: string
  bucket: string
  amount: number
}

/** A setting that an admin has changed (server/platform/runtime-settings). */
export interface SiteSettingsTable {
  key: string
  /** JSON. Null if the default applies. */
  value: ColumnType<unknown, string | null, string | null>
  version: Generated<number>
  changed_at: Generated<Date>
}
