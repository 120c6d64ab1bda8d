import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'

/** The state of a broadcast that its chat depends on. */
export interface BroadcastChatState {
  /** Whether messages can be sent. The chat is open until viewers have seen the whole broadcast. */
  isOpen: boolean
  /** The position in the recording that viewers see now, in milliseconds. */
  positionMs: number
  slowModeSeconds: number
}

/**
 * Returns this state for an item, or undefined if the item has no broadcast. The position is the end of the newest
 * part whose delay has passed. It is not calculated from the clock, because the recording leaves out periods in
 * which no data arrived.
 */
export async function loadBroadcastChatState(
  from: Db | Tx,
  contentId: string,
): Promise<BroadcastChatState | undefined> {
  const { rows } = await sql<BroadcastChatState>`
    select slow_mode_seconds as "slowModeSeconds",
      (state <> 'ended' or (cut_at is null
        and clock_timestamp() < ended_at + make_interval(secs => delay_seconds))) as "isOpen",
      coalesce(round(1000 * greatest(0, visible.seconds - opening.start_time)), 0)::int as "positionMs"
    from broadcasts
    left join lateral (select start_time + duration as seconds from broadcast_parts
      where content_id = broadcasts.content_id and rendition = 'source'
        and made_at + make_interval(secs => delay_seconds) <= clock_timestamp()
      order by segment_number desc, part_index desc limit 1) visible on true
    left join lateral (select start_time from broadcast_parts
      where content_id = broadcasts.content_id and rendition = 'source'
      order by segment_number, part_index limit 1) opening on true
    where broadcasts.content_id = ${contentId}`.execute(from)
  return rows[0]
}
