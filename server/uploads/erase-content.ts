import { db } from '../platform/db/db.ts'
import { storage } from '../platform/storage/storage.ts'
import { hasOpenCase } from '#server/access-policy/moderation-case-conditions.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { removeUploadedBytes } from './upload-store.ts'
import { getUploadStorageKey } from './upload-storage-keys.ts'
import { withUploadLock } from './upload-locks.ts'

/**
 * Erases a deleted item. The files are erased before the row that references them, so that the job still
 * finds the row when it is retried after a crash. Takes the upload's lock to stop a client that is still
 * sending, so that no received bytes remain without a database row.
 */
export async function eraseDeletedContent({ contentId }: { contentId: string }): Promise<void> {
  const item = await selectItemsWithoutAccessCheck()
    .select(['playback_id', 'file_url'])
    .where('content.id', '=', contentId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!item || (await hasOpenCase(db, 'content_id', contentId))) return
  const { playback_id, file_url } = item
  const erase = async () => {
    await storage.remove(`media/${playback_id}`)
    if (file_url) await storage.remove(file_url)
    await db.deleteFrom('content').where('id', '=', contentId).execute()
  }
  await eraseUploads(await listUploadIds(contentId), erase)
}

/**
 * Lists an item's uploads: the upload of its current file, and the upload of a new file that was meant to
 * replace it.
 */
async function listUploadIds(contentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where(({ or, eb }) => or([eb('content_id', '=', contentId), eb('replaces_content_id', '=', contentId)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes the bytes of the uploads, and runs `finish` while their locks are held. */
async function eraseUploads([id, ...rest]: string[], finish: () => Promise<void>): Promise<void> {
  if (id === undefined) return finish()
  await withUploadLock(
    getUploadStorageKey(id),
    () => {},
    async () => {
      await removeUploadedBytes(id)
      await eraseUploads(rest, finish)
    },
  )
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
