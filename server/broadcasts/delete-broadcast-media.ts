import { sql } from 'kysely'
import { db, transaction } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { broadcastStorageKey, broadcastStoragePrefix } from './broadcast-storage-keys.ts'

type StoredBroadcast = { contentId: string; playbackId: string }

/**
 * For a broadcast that was cut off, deletes all chunks and the parts that were still delayed. The rows are
 * deleted before the files, so that no row refers to a file that no longer exists.
 */
export async function deleteCutMaterial({ contentId, playbackId }: StoredBroadcast): Promise<void> {
  const { rows } = await sql<{ object_name: string }>`
    with parts as (delete from broadcast_parts using broadcasts
        where broadcasts.content_id = broadcast_parts.content_id and broadcasts.content_id = ${contentId}
          and made_at > cut_at returning object_name),
      chunks as (delete from broadcast_chunks where content_id = ${contentId} returning object_name)
    select object_name from parts union all select object_name from chunks`.execute(db)
  for (const { object_name } of rows) await storage.remove(broadcastStorageKey(playbackId, object_name))
}

/** Deletes the chunks and parts of a broadcast whose recording is ready. */
export async function deleteBroadcastMedia({ contentId, playbackId }: StoredBroadcast): Promise<void> {
  await transaction(async (tx) => {
    await tx.deleteFrom('broadcast_renditions').where('content_id', '=', contentId).execute()
    await tx.deleteFrom('broadcast_chunks').where('content_id', '=', contentId).execute()
  })
  await storage.remove(broadcastStoragePrefix(playbackId))
  await db
    .updateTable('broadcasts')
    .set({ media_deleted_at: new Date() })
    .where('content_id', '=', contentId)
    .execute()
}
