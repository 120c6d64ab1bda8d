import { eraseContent } from '../content/remove.ts'
import { db } from '../platform/db/db.ts'
import { worker } from '../platform/queue.ts'
import { storage } from '../platform/storage/storage.ts'
import { isLookedInto } from '../safety/cases.ts'
import { itemsAtWork } from '../safety/items.ts'
import { removeBytes } from './bytes.ts'
import { keyOf } from './gated.ts'
import { alone } from './locks.ts'

/**
 * Erases a deleted item: files first, then the row that knows of them, so that a crash between the two leaves the job something
 * to find. It holds the upload's lock, which ends a sender who is still sending: bytes never outlive their row.
 */
export async function eraseItem({ contentId }: { contentId: string }): Promise<void> {
  const item = await itemsAtWork()
    .leftJoin('uploads', 'uploads.content_id', 'content.id')
    .select(['playback_id', 'file_url', 'uploads.id as upload_id'])
    .where('content.id', '=', contentId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!item || (await isLookedInto(db, 'content_id', contentId))) return
  const { playback_id, file_url, upload_id } = item
  const erase = async () => {
    if (upload_id) await removeBytes(upload_id)
    await storage.remove(`media/${playback_id}`)
    if (file_url) await storage.remove(file_url)
    await db.deleteFrom('content').where('id', '=', contentId).execute()
  }
  if (upload_id) await alone(keyOf(upload_id), () => {}, erase)
  else await erase()
}

/** Erases what was deleted over an hour ago and whose job is gone: it ran out of tries while the storage was away. */
export async function eraseForgotten(now: number = Date.now()): Promise<void> {
  const deleted = await itemsAtWork()
    .select('id')
    .where('deleted_at', '<', new Date(now - 3600_000))
    .execute()
  for (const { id } of deleted) await eraseItem({ contentId: id })
}

export const uploadWorkers = [worker(eraseContent, eraseItem)]
