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

/** A browser starts a cluster every 2 s, so these chunks contain the start of one. */
const latestChunks = 60

/**
 * Lets another page of the member continue their broadcast. From then on, the server refuses chunks of the page
 * that has sent it so far. The new page sends a new Matroska stream, which becomes the next bytes of the stored
 * stream (`continueMatroska`): the interruption takes no time on the timeline.
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
    // The lock makes chunks of the other page wait, and refuses them afterwards.
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
  // The stream does not end between two frames.
  throw new ApiError('broadcast_format_changed')
}

/** Reads from the last cluster on. Returns null if the bytes contain no start of a cluster that ends with them. */
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
