import { sql } from 'kysely'
import type { StorageKind } from '#contract/admin/storage.ts'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { type Db, type Tx, transaction } from '#server/platform/db/db.ts'
import { defineJob, enqueue } from '#server/platform/queue/queue.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { selectQuotaUsage } from '#server/uploads/upload-quota.ts'
import type { ConsoleActor } from '../console-actor.ts'
import { measuredFolders, storageKindOf } from './storage-kind.ts'

/** Counts the stored files by kind and the quota by person. Listing the files of a bucket takes minutes. */
export const storageMeasurementJob = defineJob<object>('measure-storage', { retryLimit: 2 })

/** Counts the files again, unless a measurement is waiting or running. */
export async function requestStorageMeasurement(actor: ConsoleActor): Promise<{ is_measuring: true }> {
  await transaction(async (tx) => {
    if (await enqueueMeasurement(tx))
      await writeAuditEntry(tx, { action: 'measure storage', actor: actor.id })
  })
  return { is_measuring: true }
}

/** The daily cron job. */
export async function startStorageMeasurement(): Promise<void> {
  await transaction(enqueueMeasurement)
}

async function enqueueMeasurement(tx: Tx): Promise<boolean> {
  // Two concurrent requests must not enqueue two measurements.
  await sql`select pg_advisory_xact_lock(hashtext('measure-storage'))`.execute(tx)
  if (await isMeasuringStorage(tx)) return false
  await enqueue(tx, storageMeasurementJob, {})
  return true
}

export async function isMeasuringStorage(from: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job
    where name = ${storageMeasurementJob.name} and state < 'completed' limit 1`.execute(from)
  return rows.length > 0
}

/** Counts everything and replaces the stored totals in one transaction. */
export async function measureStorage(_: object, { signal }: { signal: AbortSignal }): Promise<void> {
  const totals = await countFilesByKind(signal)
  await transaction(async (tx) => {
    await tx.deleteFrom('storage_totals').execute()
    if (totals.length > 0) await tx.insertInto('storage_totals').values(totals).execute()
    await tx.deleteFrom('storage_usage').execute()
    await tx
      .insertInto('storage_usage')
      .columns(['user_id', 'files', 'bytes'])
      .expression(selectQuotaUsage(tx))
      .execute()
  })
}

async function countFilesByKind(signal: AbortSignal) {
  const totals = new Map<StorageKind, { files: number; bytes: number }>()
  for (const folder of measuredFolders)
    for await (const { key, size } of storage.walk(folder)) {
      signal.throwIfAborted()
      const kind = storageKindOf(key)
      const total = totals.get(kind) ?? { files: 0, bytes: 0 }
      totals.set(kind, { files: total.files + 1, bytes: total.bytes + size })
    }
  // An empty site has a measurement too.
  if (totals.size === 0) totals.set('other', { files: 0, bytes: 0 })
  return [...totals].map(([kind, total]) => ({ kind, ...total }))
}
