import { sql } from 'kysely'
import { type StorageOverview, storageKinds } from '#contract/admin/storage.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { loadLastBackup } from '#server/operations/backup/backup-runs.ts'
import { loadDiskSpace } from '#server/operations/disk-space.ts'
import { config } from '#server/platform/config.ts'
import { getQuotaBytes } from '#server/platform/runtime-settings/runtime-settings.ts'
import { db } from '#server/platform/db/db.ts'
import { loadLastIntegrityCheck } from './integrity-checks.ts'
import { isMeasuringStorage } from './measure-storage.ts'

const listedPeople = 20

/** Returns how much is stored. All numbers were computed earlier or are known to PostgreSQL without reading rows. */
export async function loadStorageOverview(): Promise<StorageOverview> {
  const [totals, people, sizes, last_backup, disk, check, is_measuring] = await Promise.all([
    db.selectFrom('storage_totals').selectAll().execute(),
    loadLargestUsers(),
    loadDatabaseSizes(),
    loadLastBackup(),
    loadDiskSpace(),
    loadLastIntegrityCheck(),
    isMeasuringStorage(db),
  ])
  return {
    measured_at: totals[0]?.measured_at.toISOString() ?? null,
    is_measuring,
    files: storageKinds.flatMap((kind) => {
      const total = totals.find((one) => one.kind === kind)
      return total && total.files > 0 ? [{ kind, files: total.files, bytes: total.bytes }] : []
    }),
    ...sizes,
    last_backup,
    disk,
    is_bucket: config.s3 !== undefined,
    quota_bytes: getQuotaBytes(),
    people,
    check,
  }
}

function loadLargestUsers(): Promise<StorageOverview['people']> {
  return selectPeopleWithoutAccessCheck()
    .innerJoin('storage_usage', 'storage_usage.user_id', 'profiles.user_id')
    .select(['profiles.user_id', 'profiles.username', 'storage_usage.files', 'storage_usage.bytes'])
    .orderBy('storage_usage.bytes', 'desc')
    .orderBy('storage_usage.user_id')
    .limit(listedPeople)
    .execute()
}

async function loadDatabaseSizes(): Promise<Pick<StorageOverview, 'captions_bytes' | 'database_bytes'>> {
  const { rows } = await sql<{ captions_bytes: number; database_bytes: number }>`select
    (pg_total_relation_size('captions') + pg_total_relation_size('caption_passages'))::int8 as captions_bytes,
    pg_database_size(current_database())::int8 as database_bytes`.execute(db)
  return rows[0]!
}
