import { db } from '../platform/db/db.ts'
import { storage } from '../platform/storage/storage.ts'
import { hasOpenCase } from '#server/access-policy/moderation-case-conditions.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { removeUploadedBytes } from './upload-store.ts'
import { storageKeyOfUpload } from './upload-keys.ts'
import { withUploadLock } from './upload-locks.ts'

/**
 * Erases a deleted item. The files are erased before the row that references them, so that the job still
 * finds the row when it is retried after a crash. Takes the upload's lock to stop a client that is still
 * sending, so that no received bytes remain without a database row.
 */
export async function eraseDeletedContent({ contentId }: { contentId: string }): Promise<void> {
  const item = await selectItemsWithoutAccessCheck()
    .leftJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['playback_id', 'file_url', 'uploads.id as upload_id'])
    .where('content.id', '=', contentId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!item || (await hasOpenCase(db, 'content_id', contentId))) return
  const { playback_id, file_url, upload_id } = item
  const erase = async () => {
    if (upload_id) await removeUploadedBytes(upload_id)
    await storage.remove(`media/${playback_id}`)
    if (file_url) await storage.remove(file_url)
    await db.deleteFrom('content').where('id', '=', contentId).execute()
  }
  if (upload_id) await withUploadLock(storageKeyOfUpload(upload_id), () => {}, erase)
  else await erase()
}

/**
 * Erases items deleted more than an hour ago whose erase job ran out of retries because storage was
 * unavailable.
 */
export async function eraseOverdueContent(now: number = Date.now()): Promise<void> {
  const deleted = await selectItemsWithoutAccessCheck()
    .select('id')
    .where('deleted_at', '<', new Date(now - 3600_000))
    .execute()
  for (const { id } of deleted) await eraseDeletedContent({ contentId: id })
}
