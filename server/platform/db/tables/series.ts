import type { Generated } from 'kysely'
import type { CreatedAtColumn, GeneratedIdColumn, TimestampColumn } from './columns.ts'

/* Tables for series. */

export interface SeriesTable {
  id: GeneratedIdColumn
  user_id: string
  title: string
  description: Generated<string>
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

/**
 * Database triggers check that the series and the video have the same owner, check the content type of the
 * video, and remove deleted videos from the series (migration 0079).
 */
export interface SeriesEpisodesTable {
  content_id: string
  series_id: string
  season: number
  episode: number
  added_at: CreatedAtColumn
}

/** The members who want a notification about each new episode of a series. */
export interface EpisodeNotificationsTable {
  series_id: string
  user_id: string
  created_at: CreatedAtColumn
}
