import { sql } from 'kysely'
import { transaction } from '#server/platform/db/db.ts'
import { announceRemoval } from '#server/platform/storage/storage-writes.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { broadcastStorageKey, broadcastStoragePrefix } from './broadcast-storage-keys.ts'
import { trimCutPart } from './recording/trim-cut-part.ts'

/** After this time, no worker that has lost its claim can still be storing a part. */
const lateWritesSeconds = 1800

type StoredBroadcast = { contentId: string; playbackId: string }

/** The seed of the advisory locks of `deleteCutMaterial`. */
const cutMaterialLock = 7277

/**
 * For a broadcast that was cut off, deletes all chunks and everything that was still delayed. The rows are deleted before
 * the files, so that no row refers to a file that no longer exists.
 */
export async function deleteCutMaterial({ contentId, playbackId }: StoredBroadcast): Promise<void> {
  const names = await transaction(async (tx) => {
    // Another worker that deletes the same material waits. Requests of viewers lock only the row of the broadcast.
    await sql`select pg_advisory_xact_lock(hashtextextended(${contentId}, ${sql.lit(cutMaterialLock)}))`.execute(
      tx,
    )
    const replaced = await trimCutPart(tx, { contentId, playbackId })
    const { rows } = await sql<{ object_name: string }>`
      with parts as (delete from broadcast_parts using broadcasts
          where broadcasts.content_id = broadcast_parts.content_id and broadcasts.content_id = ${contentId}
            and made_at > cut_at returning object_name),
        chunks as (delete from broadcast_chunks where content_id = ${contentId} returning object_name)
      select object_name from parts union all select object_name from chunks`.execute(tx)
    return [...(replaced ? [replaced] : []), ...rows.map(({ object_name }) => object_name)]
  })
  for (const name of names) await storage.remove(broadcastStorageKey(playbackId, name))
}

/** Deletes the chunks and parts of a broadcast whose recording is ready. */
export async function deleteBroadcastMedia({ contentId, playbackId }: StoredBroadcast): Promise<void> {
  await transaction(async (tx) => {
    await tx.deleteFrom('broadcast_renditions').where('content_id', '=', contentId).execute()
    await tx.deleteFrom('broadcast_chunks').where('content_id', '=', contentId).execute()
  })
  const prefix = broadcastStoragePrefix(playbackId)
  await storage.remove(prefix)
  await transaction(async (tx) => {
    await tx
      .updateTable('broadcasts')
      .set({ media_deleted_at: new Date() })
      .where('content_id', '=', contentId)
      .execute()
    // A worker that has lost its claim can still store a part and die before it deletes the part.
    await announceRemoval(tx, { owner: `media/${playbackId}`, prefixes: [prefix] }, lateWritesSeconds)
  })
}
