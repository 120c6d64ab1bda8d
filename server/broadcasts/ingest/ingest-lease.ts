import { sql } from 'kysely'
import type { BroadcastSource } from '#contract/broadcasts/broadcasts.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { db } from '#server/platform/db/db.ts'

/** A broadcast that this process packages until another process takes over. */
export interface IngestClaim {
  contentId: string
  playbackId: string
  source: BroadcastSource
  /** The fencing token. Only the claim with the highest token can store parts. */
  fence: number
}

/** Thrown when another worker has taken over the broadcast, or when the broadcast needs no more parts. */
export class StaleIngestError extends Error {
  override name = 'StaleIngestError'
}

/**
 * How long a lease lasts without a renewal. A worker renews its lease several times before it expires. If the
 * worker dies, another worker takes over about 2 s later.
 */
const leaseSeconds = 2
const leaseUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/**
 * Claims a broadcast that has data but is not being packaged by any worker. Returns null if there is none.
 */
export async function claimBroadcast(): Promise<IngestClaim | null> {
  const claimed = await db
    .updateTable('broadcasts')
    .set({ ingest_fence: sql<number>`ingest_fence + 1`, ingest_lease_until: leaseUntil })
    .where('content_id', '=', (eb) =>
      eb
        .selectFrom('broadcasts')
        .select('content_id')
        .where('started_at', 'is not', null)
        .where('packaged_at', 'is', null)
        .where('media_deleted_at', 'is', null)
        .where(sql<boolean>`(ingest_lease_until is null or ingest_lease_until < clock_timestamp())`)
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['content_id', 'source', 'ingest_fence'])
    .executeTakeFirst()
  if (!claimed) return null
  const { content_id: contentId, source, ingest_fence: fence } = claimed
  const { playback_id: playbackId } = await selectItemsWithoutAccessCheck()
    .select('playback_id')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  return { contentId, playbackId, source, fence }
}

/** Renews the lease. Throws StaleIngestError if this worker must stop packaging the broadcast. */
export async function renewLease({ contentId, fence }: IngestClaim): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('broadcasts')
    .set({ ingest_lease_until: leaseUntil })
    .where('content_id', '=', contentId)
    .where('ingest_fence', '=', fence)
    .where('packaged_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new StaleIngestError('the lease is lost')
}

/** Ends the lease, so that another worker can take over immediately. */
export async function releaseLease({ contentId, fence }: IngestClaim): Promise<void> {
  await db
    .updateTable('broadcasts')
    .set({ ingest_lease_until: null })
    .where('content_id', '=', contentId)
    .where('ingest_fence', '=', fence)
    .execute()
}
