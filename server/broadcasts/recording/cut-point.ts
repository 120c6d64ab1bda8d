import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { holdBackInterval } from '../hold-back.ts'

/**
 * A part is stored at least this many seconds after its last frame was captured. The lowest measured values are 0.28 s for
 * browsers and 0.17 s for RTMP (decision 081).
 */
export const minStoringSeconds = 0.1

/**
 * Returns the SQL expression for the `cut_at` of a broadcast that is cut off now, for updates of its row. Viewers and the
 * recording keep a part only if all its frames were captured before the delay, and if viewers were able to load it.
 */
export function cutTimeSql(contentId: string): RawBuilder<Date> {
  const now = sql<Date>`statement_timestamp()`
  return sql`coalesce((with delayed as (${selectDelayedParts(contentId, now)}),
    judged as (select made_at, made_at <= ${now} - ${holdBackInterval} and
      capture_offset + start_time + duration <= extract(epoch from ${now}) - broadcasts.delay_seconds as is_kept
      from delayed)
    select max(made_at) from judged where made_at <
      (select coalesce(min(made_at), 'infinity') from judged where not is_kept)),
    ${now} - make_interval(secs => broadcasts.delay_seconds))`
}

/** The first part that was cut off, of which viewers may have seen some frames. */
export interface CutPart {
  segmentNumber: number
  partIndex: number
  objectName: string
  initObjectName: string
  startTime: number
  /** The position on the media timeline up to which the frames were captured before the delay, in seconds. */
  keptUntil: number
}

/** Returns the first part of the source rendition that was cut off, if viewers were able to load it. */
export async function findCutPart(tx: Tx, contentId: string): Promise<CutPart | undefined> {
  const { rows } = await sql<CutPart>`
    select delayed.segment_number as "segmentNumber", delayed.part_index as "partIndex",
      delayed.object_name as "objectName", renditions.object_name as "initObjectName",
      delayed.start_time as "startTime",
      least(extract(epoch from packaged_at) - delay_seconds - capture_offset, start_time + duration) as "keptUntil"
    from broadcasts
    join lateral (${selectDelayedParts(contentId, sql`broadcasts.packaged_at`)}) delayed on true
    join broadcast_renditions renditions on renditions.content_id = broadcasts.content_id
      and renditions.rendition = delayed.rendition
    where broadcasts.content_id = ${contentId} and delayed.rendition = 'source'
      and made_at > cut_at and made_at <= packaged_at - ${holdBackInterval}
    order by segment_number, part_index limit 1`.execute(tx)
  return rows.find(({ keptUntil, startTime }) => keptUntil > startTime)
}

/**
 * The query of the parts that were stored in the delay before a broadcast was cut off, as part of a statement that reads
 * `broadcasts`. `capture_offset` is the latest possible time of capture of the position 0 of the media timeline, in
 * seconds since 1970. It is the minimum over the part and all later parts: they were captured later, so a later part that
 * was stored quickly also limits how late this part was captured.
 */
function selectDelayedParts(contentId: string, cutOffAt: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`select rendition, segment_number, part_index, object_name, made_at, start_time, duration,
      min(extract(epoch from made_at) - start_time - duration) over (partition by rendition
        order by segment_number desc, part_index desc) - ${sql.lit(minStoringSeconds)} as capture_offset
    from broadcast_parts where content_id = ${contentId}
      and made_at > ${cutOffAt} - make_interval(secs => broadcasts.delay_seconds)`
}
