import type { Generated } from 'kysely'
import type { PlaylistVisibility } from '#contract/engagement/playlists.ts'
import type { CreatedAtColumn, GeneratedIdColumn, TimestampColumn } from './columns.ts'

/* Tables for playlists. */

export interface PlaylistsTable {
  id: GeneratedIdColumn
  user_id: string
  /**
   * Whether this is the person's Watch later list. Each person has at most one Watch later list, which is
   * always private.
   */
  is_watch_later: Generated<boolean>
  title: string
  description: Generated<string>
  visibility: Generated<PlaylistVisibility>
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

export interface PlaylistItemsTable {
  playlist_id: string
  content_id: string
  /** The sort key within the playlist. Positions have gaps (server/playlists/item-positions.ts). */
  position: number
  added_at: CreatedAtColumn
}
