import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'

/** What the chat of a broadcast needs to know about the broadcast. */
export interface BroadcastChatState {
  /** Whether messages can be sent: until viewers have seen the whole broadcast. */
  isOpen: boolean
  /** The position in the recording that viewers see now, in milliseconds. */
  positionMs: number
  slowModeSeconds: number
}

/**
 * Returns the state of a broadcast for its chat, or undefined if the item has no broadcast. The position is the
 * end of the newest part that viewers may have. It does not come from the clock, because the recording leaves out
 * the time in which no data arrived.
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
