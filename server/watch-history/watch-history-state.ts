import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { WatchHistoryState, putWatchHistoryState } from '#contract/engagement/watch-history.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'

export async function loadWatchHistoryState({ id }: Member): Promise<{ state: WatchHistoryState }> {
  const row = await db
    .selectFrom('watch_history_settings')
    .select('state')
    .where('user_id', '=', id)
    .executeTakeFirst()
  return { state: row?.state ?? 'unset' }
}

/** Turns the history on or off, or pauses it. Turning the history off deletes every entry. */
export async function setWatchHistoryState(
  { id }: Member,
  { state, confirmed }: ParsedInputOf<typeof putWatchHistoryState>['body'],
): Promise<{ state: WatchHistoryState }> {
  return transaction(async (tx) => {
    // This statement waits for the lock until requests that are already saving a position have finished.
    // Later requests to save a position see the new state.
    await tx
      .insertInto('watch_history_settings')
      .values({ user_id: id, state })
      .onConflict((row) => row.column('user_id').doUpdateSet({ state, changed_at: sql`now()` }))
      .execute()
    if (state === 'off') {
      const deleted = await tx.deleteFrom('watch_history').where('user_id', '=', id).executeTakeFirst()
      if (deleted.numDeletedRows > 0n && !confirmed) throw new ApiError('history_deletion_unconfirmed')
    }
    return { state }
  })
}
