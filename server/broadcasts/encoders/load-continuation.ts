import { continueFlv } from '#media/rtmp/flv/flv-continuation.ts'
import type { FlvPiece } from '#media/rtmp/flv/flv-piece-builder.ts'
import { db } from '#server/platform/db/db.ts'
import { broadcastStorageKey } from '../broadcast-storage-keys.ts'
import { readStoredObject } from '../read-stored-object.ts'
import type { EncoderConnection } from './encoder-connections.ts'

/** About a second. Sound and picture are not further apart. */
const latestChunks = 4

/**
 * Returns the number of the next chunk, and the function that makes the bytes of chunks from the pieces of this
 * connection. The function returns null if the encoder now sends another format than before.
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
