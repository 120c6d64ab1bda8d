import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { exportStorageKey } from './export-storage-keys.ts'
import { exportScratchFolder } from './build-export.ts'

const dayMs = 24 * 3600_000

/**
 * Deletes exports that have expired, exports that were not finished within a day, and the partial files of
 * workers that were killed.
 */
export async function deleteStaleDataExports(now: number = Date.now()): Promise<void> {
  const rows = await db
    .selectFrom('data_exports')
    .select(['id', 'user_id'])
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', new Date(now)),
        eb.and([eb('ready_at', 'is', null), eb('requested_at', '<', new Date(now - dayMs))]),
      ]),
    )
    .execute()
  for (const { id, user_id } of rows) {
    await storage.remove(exportStorageKey(user_id, id))
    await db.deleteFrom('data_exports').where('id', '=', id).execute()
  }
  for (const name of await readdir(exportScratchFolder()).catch(() => [])) {
    const path = join(exportScratchFolder(), name)
    const about = await stat(path).catch(() => undefined)
    if (about && about.mtimeMs < now - dayMs) await rm(path, { force: true })
  }
}
