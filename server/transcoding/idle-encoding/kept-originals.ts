import { sql } from 'kysely'
import { canEncodeAgain } from '#media/idle-encoding/idle-codecs.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { announceFileRemovals, removeAnnouncedFiles } from '#server/platform/storage/storage-writes.ts'

/** Uploaded files are kept for this many days, so that the video can be re-encoded if people watch it. */
const keptDays = 14

/**
 * Decides whether the uploaded file of a video is kept after its ladder is complete: forever with `KEEP_ORIGINALS`, for
 * 14 days with `IDLE_ENCODING` if the video can be re-encoded, and otherwise not at all. The source of the video must
 * already be saved.
 */
export async function keepOriginal(tx: Tx, contentId: string): Promise<boolean> {
  if (config.keepOriginals) return true
  if (!config.idleEncoding) return false
  const { source } = await tx
    .selectFrom('streams')
    .select('source')
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  if (!canEncodeAgain(source as VideoSource)) return false
  const expires_at = new Date(Date.now() + keptDays * 24 * 3600_000)
  await tx
    .insertInto('kept_originals')
    .values({ content_id: contentId, expires_at })
    .onConflict((on) => on.column('content_id').doUpdateSet({ expires_at }))
    .execute()
  return true
}

/**
 * Deletes uploaded files that have expired, or that are no longer needed because the video has been encoded in both
 * codecs. If the site no longer re-encodes videos, deletes all kept files.
 */
export async function deleteKeptOriginals(now: number = Date.now()): Promise<void> {
  const due = await db
    .selectFrom('kept_originals')
    .select('content_id')
    .where(
      sql<boolean>`expires_at <= ${new Date(now)} or ${!config.idleEncoding} or (select count(*) from idle_encodings
        join streams on streams.content_id = idle_encodings.content_id and streams.fence = idle_encodings.fence
        where idle_encodings.content_id = kept_originals.content_id and idle_encodings.state in ('done', 'failed')) = 2`,
    )
    .limit(1000)
    .execute()
  for (const { content_id } of due) await deleteKeptOriginal(content_id)
}

async function deleteKeptOriginal(contentId: string): Promise<void> {
  const removals = await transaction(async (tx) => {
    const item = await selectItemsWithoutAccessCheck(tx)
      .innerJoin('streams', 'streams.content_id', 'content.id')
      .select(['file_url', 'playback_id', 'streams.fence'])
      .where('content.id', '=', contentId)
      .forUpdate('content')
      .executeTakeFirst()
    await tx.deleteFrom('kept_originals').where('content_id', '=', contentId).execute()
    // The operator has decided in the meantime to keep all originals.
    if (!item || config.keepOriginals) return []
    await tx.updateTable('content').set({ file_url: null }).where('id', '=', contentId).execute()
    // Without the file, a worker cannot complete the video.
    await tx
      .updateTable('idle_encodings')
      .set({ state: 'failed', pieces: [] })
      .where('content_id', '=', contentId)
      .where('state', 'in', ['waiting', 'encoding'])
      .execute()
    const owner = `media/${item.playback_id}`
    const objects = [{ owner, key: `${owner}/${item.fence}/idle` }]
    if (item.file_url) objects.push({ owner: item.file_url, key: item.file_url })
    return announceFileRemovals(tx, objects)
  })
  await removeAnnouncedFiles(removals)
}
