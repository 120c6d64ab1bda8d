import { continueFlv } from '#media/rtmp/flv/flv-continuation.ts'
import type { FlvPiece } from '#media/rtmp/flv/flv-piece-builder.ts'
import { db } from '#server/platform/db/db.ts'
import { broadcastStorageKey } from '../broadcast-storage-keys.ts'
import { readStoredObject } from '../read-stored-object.ts'
import type { EncoderConnection } from './encoder-connections.ts'

/**
 * Four chunks contain about a second. The latest timestamps of audio and video are closer together than that.
 */
const latestChunks = 4

/**
 * Returns the number of the next chunk, and a function that converts the pieces of this connection to chunks.
 * The function returns null if the format of the stream differs from the format before the interruption.
 */
export async function loadContinuation({
  contentId,
  playbackId,
}: EncoderConnection): Promise<{ nextChunk: number; toChunk: (piece: FlvPiece) => Buffer | null }> {
  const chunks = await db
    .selectFrom('broadcast_chunks')
    .select(['number', 'object_name'])
    .where('content_id', '=', contentId)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('number', '=', 0),
        eb(
          'number',
          '>=',
          selectFrom('broadcasts')
            .select(({ eb: column }) => column('next_chunk', '-', latestChunks).as('first'))
            .where('content_id', '=', contentId),
        ),
      ]),
    )
    .orderBy('number')
    .execute()
  const last = chunks.at(-1)
  if (!last) return { nextChunk: 0, toChunk: ({ bytes }) => bytes }
  const stored = await Promise.all(
    chunks.map(({ object_name }) => readStoredObject(broadcastStorageKey(playbackId, object_name))),
  )
  return { nextChunk: last.number + 1, toChunk: continueFlv(stored[0]!, stored.slice(-latestChunks)) }
}
