import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dataExportLimits } from '#contract/limits.ts'
import { emitEvent } from '#server/domain-events.ts'
import { config } from '#server/platform/config.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import type { JobContext } from '#server/platform/queue/queue.ts'
import {
  announceFileRemovals,
  removeAnnouncedFiles,
  withStorageWrite,
} from '#server/platform/storage/storage-writes.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { dataExportReadyEmail } from '../privacy-emails.ts'
import { dataExportStorageKey } from './data-export-storage-keys.ts'
import { createExportZip } from './export-zip.ts'

/**
 * Builds a data export, stores it and notifies the user. The function can safely run twice: the second run
 * either finds nothing to do or starts over.
 */
export async function buildDataExport(
  { exportId }: { exportId: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const asked = await db
    .selectFrom('data_exports')
    .select('user_id')
    .where('id', '=', exportId)
    .where('ready_at', 'is', null)
    .executeTakeFirst()
  if (!asked) return
  const path = join(dataExportScratchFolder(), `${exportId}.zip`)
  await mkdir(dataExportScratchFolder(), { recursive: true, mode: 0o700 })
  try {
    await pipeline(await createExportZip(asked.user_id), createWriteStream(path, { mode: 0o600 }), { signal })
    const key = dataExportStorageKey(asked.user_id, exportId)
    await withStorageWrite(exportObjects(key), async (write) => {
      await storage.putFile(key, path)
      await publishExport(exportId, asked.user_id, (await stat(path)).size, write.complete)
    })
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Returns the folder for unfinished exports. Unfinished exports are kept outside the file storage, so that
 * the file storage only ever contains complete files.
 */
export function dataExportScratchFolder(): string {
  return join(config.dataDir, 'exports')
}

/**
 * Marks the export as ready and deletes earlier exports. If the account was erased while the export was being
 * built, deletes the export's file instead.
 */
async function publishExport(
  exportId: string,
  userId: string,
  bytes: number,
  completeWrite: (tx: Tx) => Promise<void>,
): Promise<void> {
  const ready_at = new Date()
  const expires_at = new Date(ready_at.getTime() + dataExportLimits.days * 24 * 3600_000)
  const gone = await transaction(async (tx) => {
    await completeWrite(tx)
    const owner = await tx
      .updateTable('data_exports')
      .from('users')
      .whereRef('users.id', '=', 'data_exports.user_id')
      .set({ ready_at, expires_at, bytes })
      .where('data_exports.id', '=', exportId)
      .returning('users.email')
      .executeTakeFirst()
    if (!owner) return announceFileRemovals(tx, [exportFile(userId, exportId)])
    await enqueueAccountEmail(tx, owner.email, (to) => dataExportReadyEmail(to, expires_at))
    await emitEvent(tx, { type: 'export_ready', userId })
    const older = await tx
      .deleteFrom('data_exports')
      .where('user_id', '=', userId)
      .where('id', '!=', exportId)
      .returning('id')
      .execute()
    return announceFileRemovals(
      tx,
      older.map(({ id }) => exportFile(userId, id)),
    )
  })
  await removeAnnouncedFiles(gone)
}

function exportFile(userId: string, exportId: string) {
  const key = dataExportStorageKey(userId, exportId)
  return { owner: exportObjects(key).owner, key }
}

function exportObjects(key: string) {
  return { owner: key.replace(/\.zip$/, ''), prefixes: [key] }
}
