import type { continueBroadcast } from '#contract/broadcasts/broadcasts.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { continuationGapMs } from '#media/live/source/matroska-continuation.ts'
import { matroskaIds } from '#media/live/source/matroska-ids.ts'
import { MatroskaReader } from '#media/live/source/matroska-reader.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { assertMayBroadcast } from './broadcast-permission.ts'
import { broadcastStorageKey, sourceHeaderObjectName } from './broadcast-storage-keys.ts'
import { loadOwnBroadcast } from './get-broadcast.ts'
import { readStoredObject } from './read-stored-object.ts'

/**
 * The number of chunks to read at the end. A browser starts a cluster every 2 s, so they contain the start of one.
 */
const latestChunks = 60

/**
 * Lets a member continue their broadcast from another page. From then on, the server refuses chunks from the
 * previous page. The new page sends a new Matroska stream, which becomes the next bytes of the stored stream
 * (`continueMatroska`). The interruption takes 0.1 s on the timeline.
 */
export async function continueOwnBroadcast(
  viewer: Member,
  id: string,
): Promise<ResponseOf<typeof continueBroadcast>> {
  enforceRateLimit('broadcasts', viewer.id)
  return transaction(async (tx) => {
    const own = await selectOwnItems(viewer.id, tx)
      .select(['content.id', 'content.playback_id'])
      .where('content.id', '=', id)
      .executeTakeFirst()
    if (!own) throw new ApiError('content_not_found')
    assertMayBroadcast(viewer)
    // While the row is locked, chunks from the previous page wait. They are then refused.
    const row = await tx
      .selectFrom('broadcasts')
      .select(['state', 'source', 'next_chunk', 'sender_number'])
      .where('content_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (row?.source !== 'browser') throw new ApiError('content_not_found')
    if (row.state === 'ended') throw new ApiError('broadcast_ended')
    const endMs = row.next_chunk === 0 ? null : await findEndOfSource(tx, id, own.playback_id)
    await tx
      .updateTable('broadcasts')
      .set({
        sender_number: row.sender_number + 1,
        sender_first_chunk: row.next_chunk,
        sender_shift_ms: endMs === null ? 0 : endMs + continuationGapMs,
      })
      .where('content_id', '=', id)
      .execute()
    const picture = await tx
      .selectFrom('broadcast_renditions')
      .select(['width', 'height'])
      .where('content_id', '=', id)
      .where('rendition', '=', 'source')
      .executeTakeFirst()
    const broadcast = await loadOwnBroadcast(viewer, id, tx)
    return { broadcast, sender: row.sender_number + 1, picture: picture ?? null }
  })
}

/** Returns the latest timestamp of the stored stream, in milliseconds. */
async function findEndOfSource(tx: Tx, contentId: string, playbackId: string): Promise<number> {
  const chunks = await tx
    .selectFrom('broadcast_chunks')
    .select('object_name')
    .where('content_id', '=', contentId)
    .orderBy('number', 'desc')
    .limit(latestChunks)
    .execute()
  // The worker has not read the header yet.
  const header = await readStoredObject(broadcastStorageKey(playbackId, sourceHeaderObjectName)).catch(() => {
    throw new ApiError('unavailable', {}, 1)
  })
  let latest = Buffer.alloc(0)
  for (const { object_name } of chunks) {
    latest = Buffer.concat([await readStoredObject(broadcastStorageKey(playbackId, object_name)), latest])
    const end = readEnd(header, latest)
    if (end !== null) return end
  }
  // The stream ends in the middle of a frame, or no cluster starts in the latest chunks.
  throw new ApiError('broadcast_format_changed')
}

/**
 * Returns the time of the last frame. Returns null if no cluster starts in the bytes, or if they end within an
 * element.
 */
function readEnd(header: Buffer, latest: Buffer): number | null {
  const from = latest.lastIndexOf(clusterId)
  if (from < 0) return null
  try {
    const reader = new MatroskaReader()
    const frames = [...reader.read(header), ...reader.read(latest.subarray(from))]
    if (!reader.isBetweenElements || frames.length === 0) return null
    return Math.ceil(1000 * Math.max(...frames.map(({ time }) => time)))
  } catch {
    // The bytes of a frame looked like a cluster.
    return null
  }
}

const clusterId = Buffer.from(matroskaIds.cluster.toString(16), 'hex')
