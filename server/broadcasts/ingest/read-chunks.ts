import { db } from '#server/platform/db/db.ts'
import { SignalWatch } from '#server/platform/live-updates/signals.ts'
import { broadcastSignal } from '../broadcast-signals.ts'
import { broadcastStorageKey } from '../broadcast-storage-keys.ts'
import { readStoredObject } from '../read-stored-object.ts'
import type { IngestClaim } from './ingest-lease.ts'

/** A signal announces new chunks. The database is also checked after this many milliseconds. */
const pollMs = 500
const chunksPerQuery = 20

/**
 * Yields the bytes of the source, starting at `offset`, and waits for new chunks until the broadcast has
 * ended. Throws the abort reason if `signal` is aborted.
 */
export async function* readChunks(
  { contentId, playbackId }: IngestClaim,
  offset: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const changes = new SignalWatch(broadcastSignal(contentId))
  try {
    let position = offset
    for (;;) {
      const hasEnded = await isEnded(contentId)
      const chunks = await selectChunks(contentId, position)
      for (const { object_name, source_offset, byte_length } of chunks) {
        signal.throwIfAborted()
        const bytes = await readStoredObject(broadcastStorageKey(playbackId, object_name))
        yield bytes.subarray(position - source_offset)
        position = source_offset + byte_length
      }
      if (chunks.length > 0) continue
      // The broadcast had already ended when the last chunks were read, so there are no more chunks.
      if (hasEnded) return
      await changes.wait(pollMs, signal)
    }
  } finally {
    changes.close()
  }
}

async function isEnded(contentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('broadcasts')
    .select('state')
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  return row?.state !== 'on_air'
}

function selectChunks(contentId: string, position: number) {
  return db
    .selectFrom('broadcast_chunks')
    .select(['object_name', 'source_offset', 'byte_length'])
    .where('content_id', '=', contentId)
    .where(({ eb, ref }) => eb(eb(ref('source_offset'), '+', ref('byte_length')), '>', position))
    .orderBy('number')
    .limit(chunksPerQuery)
    .execute()
}
