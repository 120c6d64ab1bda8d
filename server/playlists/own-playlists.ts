import { defineMessages } from '#i18n/define-messages.ts'
import { sql } from 'kysely'
import { watchLaterId } from '#contract/engagement/playlists.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { selectOwnPlaylists } from '#server/access-policy/playlist-queries.ts'

/** The stored title of Watch later, which nobody can change. */
const watchLaterTitle = 'Watch later'

const messages = defineMessages('watch/watch-later', { title: watchLaterTitle })

/** Returns the title of a playlist. The title of Watch later is translated into the viewer's language. */
export function presentPlaylistTitle({
  is_watch_later,
  title = '',
}: {
  is_watch_later: boolean
  title?: string
}): string {
  return is_watch_later ? messages.title : title
}

/**
 * Locks the viewer's own playlist, so that concurrent changes to the playlist run one after another. Throws
 * `playlist_not_found` for other people's playlists. Watch later is found only by the id `watch-later`, not
 * by its UUID.
 */
export async function lockOwnPlaylist(tx: Tx, viewer: Member, id: string) {
  const own = await selectOwnPlaylists(viewer.id, tx)
    .select(['id', 'is_watch_later', 'title', 'description'])
    .where('is_watch_later', '=', id === watchLaterId)
    .$if(id !== watchLaterId, (q) => q.where('id', '=', id))
    .forUpdate()
    .executeTakeFirst()
  if (!own) throw new ApiError('playlist_not_found')
  return own
}

/** Creates the viewer's Watch later list if it does not exist yet. Concurrent calls create only one list. */
export async function createWatchLaterIfMissing(tx: Tx, viewer: Member): Promise<void> {
  await tx
    .insertInto('playlists')
    .values({ user_id: viewer.id, is_watch_later: true, title: watchLaterTitle })
    .onConflict((row) => row.column('user_id').where('is_watch_later', '=', sql.lit(true)).doNothing())
    .execute()
}
