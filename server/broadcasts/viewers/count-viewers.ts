import { sql } from 'kysely'
import { emitEvent } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { lockItem } from '../lock-item.ts'
import { roundViewerCount } from './round-viewer-count.ts'

/** Processes store their viewers every 3 seconds, so older rows belong to a process that has died. */
const staleSeconds = 10

interface ViewerCount {
  contentId: string
  previous: number
  current: number
}

/**
 * Counts the viewers of all broadcasts on air. A viewer who is served by several processes counts once. Open
 * pages get a live update if the rounded number has changed, and get it only once even if several workers count
 * at the same time.
 */
export async function countBroadcastViewers(): Promise<void> {
  for (const count of await listViewerCounts())
    if (count.previous !== count.current) await storeViewerCount(count)
  await sql`delete from broadcast_viewers using broadcasts
    where broadcasts.content_id = broadcast_viewers.content_id
      and (broadcasts.state <> 'on_air' or seen_at < clock_timestamp() - interval '1 minute')`.execute(db)
}

async function listViewerCounts(): Promise<ViewerCount[]> {
  const { rows } = await sql<ViewerCount>`
    select broadcasts.content_id as "contentId", broadcasts.viewers as previous,
      (select count(distinct hash)::int from broadcast_viewers, unnest(viewer_hashes) hash
        where broadcast_viewers.content_id = broadcasts.content_id
          and seen_at > clock_timestamp() - make_interval(secs => ${staleSeconds})) as current
    from broadcasts where state = 'on_air'`.execute(db)
  return rows
}

async function storeViewerCount({ contentId, previous, current }: ViewerCount): Promise<void> {
  const rounded = roundViewerCount(current)
  const hasRoundedChanged = rounded !== roundViewerCount(previous)
  await transaction(async (tx) => {
    if (hasRoundedChanged) await lockItem(tx, contentId)
    const { numUpdatedRows } = await tx
      .updateTable('broadcasts')
      .set({ viewers: current })
      .where('content_id', '=', contentId)
      .where('state', '=', 'on_air')
      .where('viewers', '=', previous)
      .executeTakeFirst()
    if (numUpdatedRows > 0n && hasRoundedChanged)
      await emitEvent(tx, { type: 'broadcast_viewers_changed', contentId, viewers: rounded })
  })
}
