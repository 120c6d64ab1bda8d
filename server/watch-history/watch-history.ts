import { sql } from 'kysely'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import type { listWatchHistory, putPlaybackPosition } from '#contract/engagement/watch-history.ts'
import { selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { presentContent, selectContentCards } from '#server/content/content-cards.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import { db } from '#server/platform/db/db.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { loadWatchHistoryState } from './watch-history-state.ts'

const { rowCursor, before } = createKeyset('watch_history', 'content_id', 'watched_at')

/**
 * Lists the entries whose videos the person can still watch. The entries of hidden videos are kept, because
 * such a video can become visible again.
 */
export async function loadWatchHistory(
  viewer: Member,
  { q, cursor, limit }: ParsedInputOf<typeof listWatchHistory>['query'],
): Promise<ResponseOf<typeof listWatchHistory>> {
  const { state } = await loadWatchHistoryState(viewer)
  if (state === 'unset' || state === 'off') return { state, items: [], next_cursor: null }
  const matching = q ? sql<boolean>`position(lower(${q}) in lower(content.title)) > 0` : sql<boolean>`true`
  const rows = await selectContentCards(viewer, selectWatchableItems(viewer))
    .innerJoin('watch_history', 'watch_history.content_id', 'content.id')
    .select(['watch_history.seconds', 'watch_history.watched_at', rowCursor.as('history_place')])
    .where('watch_history.user_id', '=', viewer.id)
    .where(before(cursor))
    .where(matching)
    .orderBy('watch_history.watched_at', 'desc')
    .orderBy('watch_history.content_id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const page = paginateRows(
    rows.map((row) => ({ ...row, place: row.history_place })),
    limit,
  )
  const items = page.items.map((row) => ({
    item: presentContent(viewer, row),
    seconds: row.seconds,
    watched_at: row.watched_at.toISOString(),
  }))
  return { state, ...page, items }
}

/**
 * Saves a position if the person's history is on. Ignores a position that is older than the stored one, for
 * example because the device was offline.
 */
export async function savePlaybackPosition(
  viewer: Member,
  id: string,
  { seconds, seconds_ago: ago }: ParsedInputOf<typeof putPlaybackPosition>['body'],
): Promise<undefined> {
  enforceRateLimit('history', viewer.id)
  await requireVisibleContent(viewer, id)
  // The lock on the history setting prevents a position from being saved while another device turns the
  // history off.
  await sql`insert into watch_history (user_id, content_id, seconds, watched_at)
    select user_id, ${id}::uuid, ${Math.floor(seconds)}::int, now() - make_interval(secs => ${ago}::float8)
      from watch_history_settings where user_id = ${viewer.id} and state = 'on' for share
    on conflict (user_id, content_id) do update set seconds = excluded.seconds, watched_at = excluded.watched_at
      where watch_history.watched_at <= excluded.watched_at`.execute(db)
}

/** Removes an entry, even if the person can no longer see the video. */
export async function removeHistoryEntry({ id: userId }: Member, id: string): Promise<undefined> {
  await db.deleteFrom('watch_history').where('user_id', '=', userId).where('content_id', '=', id).execute()
}

export async function clearOwnWatchHistory({ id }: Member): Promise<undefined> {
  await db.deleteFrom('watch_history').where('user_id', '=', id).execute()
}
