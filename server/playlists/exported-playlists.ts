import { sql } from 'kysely'
import { selectOwnPlaylists } from '#server/access-policy/playlist-queries.ts'

/** Selects the user's playlists with their videos for the data export. */
export function selectExportedPlaylists(userId: string) {
  return selectOwnPlaylists(userId)
    .select(['title', 'description', 'visibility', 'created_at', 'updated_at'])
    .select(
      sql`(select coalesce(json_agg(json_build_object('video', '/watch/' || content_id, 'added_at', added_at)
        order by position), '[]') from playlist_items where playlist_id = playlists.id)`.as('videos'),
    )
    .orderBy('created_at')
}
