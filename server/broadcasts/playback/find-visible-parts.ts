import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { LiveRenditionName } from '#media/live/live-events.ts'
import { db } from '#server/platform/db/db.ts'
import { holdBackInterval } from '../hold-back.ts'

/** The parts that a request asks for. Without `partIndex`, the request asks for the whole segment. */
export interface WantedParts {
  contentId: string
  rendition: LiveRenditionName
  sequence: number
  partIndex: number | undefined
}

/** Caches parts that are visible to viewers. They become invisible only if the broadcast is cut off. */
const visibleParts = new LRUCache<string, string[]>({ max: 20_000 })

/**
 * Returns the object names of the wanted parts, or null if not all of them are visible to the viewer yet. The
 * creator and staff (`isPreview`) can load parts without the delay. The answers for a broadcast that was cut off
 * are not cached, because the parts of the last second before the cut become invisible.
 */
export async function findVisibleParts(
  wanted: WantedParts,
  { isPreview, isCut }: { isPreview: boolean; isCut: boolean },
): Promise<string[] | null> {
  if (isPreview || isCut) return queryVisibleParts(wanted, isPreview)
  const { contentId, rendition, sequence, partIndex } = wanted
  const key = [contentId, rendition, sequence, partIndex].join(' ')
  const known = visibleParts.get(key)
  if (known) return known
  const names = await queryVisibleParts(wanted, false)
  if (names) visibleParts.set(key, names)
  return names
}

/**
 * Asks the database whether the parts are visible. `for share` waits for a transaction that is cutting off
 * the broadcast, so that none of the dropped parts is served.
 */
async function queryVisibleParts(
  { contentId, rendition, sequence, partIndex }: WantedParts,
  isPreview: boolean,
): Promise<string[] | null> {
  const isWanted = partIndex === undefined ? sql`true` : sql`parts.part_index = ${partIndex}`
  const { rows } = await sql<{ object_name: string; is_last: boolean; is_visible: boolean }>`
    select parts.object_name, (parts.ends_segment or broadcasts.packaged_at is not null) as is_last,
      ((broadcasts.cut_at is null or parts.made_at <= broadcasts.cut_at)
        and (${isPreview} or parts.made_at + ${holdBackInterval} <= clock_timestamp())) as is_visible
    from broadcast_parts parts join broadcasts on broadcasts.content_id = parts.content_id
    where parts.content_id = ${contentId} and parts.rendition = ${rendition}
      and parts.segment_number = ${sequence} and ${isWanted} and broadcasts.media_deleted_at is null
    order by parts.part_index for share of broadcasts`.execute(db)
  // After a broadcast was cut off, the rows of the dropped parts may not have been deleted yet.
  const visible = rows.filter(({ is_visible }) => is_visible)
  const isWhole = partIndex !== undefined || visible.at(-1)?.is_last
  const isHeld = partIndex === undefined && visible.length < rows.length && !rows[0]?.is_last
  if (visible.length === 0 || !isWhole || isHeld) return null
  return visible.map(({ object_name }) => object_name)
}
