import type { ColumnType, Generated } from 'kysely'
import type { Chapter } from '#contract/content/chapters.ts'
import type { StreamStatus } from '#contract/content/content.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import type { ContentType, PublicationState, Visibility } from '#contract/content/content-types.ts'
import type { ProcessingState } from '#contract/content/uploads.ts'
import type { GeneratedIdColumn, TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Tables for content and its processing. */

export interface ContentTable {
  id: GeneratedIdColumn
  user_id: string
  title: string
  description: Generated<string>
  genre: Generated<string>
  tags: Generated<string[]>
  /** The language of the video’s speech, title and description, as a BCP 47 tag. */
  language: string | null
  /** The custom chapters, or null if the chapters are read from the description. */
  custom_chapters: ColumnType<Chapter[] | null, string | null | undefined, string | null>
  content_type: ContentType
  /**
   * Who can find the video in lists. For people who open the video with its link, `chosen_visibility` takes
   * precedence.
   */
  visibility: Generated<Exclude<Visibility, 'unlisted'>>
  /**
   * The visibility that the creator has chosen for an unlisted or unpublished video. `visibility` is then
   * `only_me`.
   */
  chosen_visibility: Visibility | null
  publication_state: Generated<PublicationState>
  /** The time at which a scheduled video is to be published. Null for all other videos. */
  publish_at: Date | null
  comment_mode: Generated<CommentMode>
  rating: Generated<'all' | '16'>
  rating_by_decision: Generated<boolean>
  /** The problems in the item's text that caused the item to be held. */
  hold_reasons: Generated<string[]>
  moderation: Generated<'pending' | 'approved' | 'limited' | 'held' | 'removed' | 'quarantined'>
  file_url: string | null
  trailer_url: string | null
  preview_url: string | null
  cover_url: string | null
  thumbnail_url: string | null
  storyboard_url: string | null
  stream_url: string | null
  stream_status: Generated<StreamStatus>
  stream_id: GeneratedIdColumn
  stream_thumbnail_url: string | null
  playback_id: string
  vast_tag_url: string | null
  ad_breaks: Generated<number[]>
  monetization_enabled: Generated<boolean>
  duration_seconds: number | null
  width: number | null
  height: number | null
  loudness_lufs: number | null
  is_featured: Generated<boolean>
  likes_count: Generated<number>
  comments_count: Generated<number>
  created_at: TimestampColumn
  updated_at: TimestampColumn
  deleted_at: Date | null
  /** When the creator's followers were notified of the video. */
  followers_notified_at: Date | null
  /** Search columns, maintained by the database (migration 0007). */
  search: Generated<string>
  search_words: Generated<string>
}

/**
 * An index from tags to videos, which tag pages use. Database triggers maintain this table (migration 0077).
 */
export interface ContentTagsTable {
  tag: string
  content_id: string
  created_at: Date
}

export interface UploadsTable {
  id: GeneratedIdColumn
  /**
   * The item that the uploaded file belongs to. Null if the file will replace the file of the item in
   * `replaces_content_id`.
   */
  content_id: string | null
  /** The playable item whose file the uploaded file will replace. */
  replaces_content_id: string | null
  user_id: string
  file_name: string
  file_size: number
  /**
   * Whether the upload's name and size are known, either because they were declared or because all bytes were
   * received.
   */
  is_declared: Generated<boolean>
  demuxer: string | null
  completed_at: Date | null
  created_at: CreatedAtColumn
  touched_at: TimestampColumn
}

export interface StreamsTable {
  id: string
  content_id: string
  state: Generated<ProcessingState>
  fence: Generated<number>
  tries: Generated<number>
  percent: Generated<number>
  eta_seconds: number | null
  playable: Generated<boolean>
  queued_at: Date | null
  started_at: Date | null
  heartbeat_at: Date | null
  finished_at: Date | null
  error_title: string | null
  error_detail: string | null
  waiting_for: 'sandbox' | null
  /** The first rendition is not published before this time. */
  publish_after: Date | null
  source: unknown
}

/** A part of a long video that one worker encodes (migration 0119). */
export interface TranscodePiecesTable {
  content_id: string
  fence: number
  rung_group: 'audio' | 'low' | 'high'
  rungs: string[]
  first_segment: number
  segments: number | null
  work: number
  due_at: Date
  state: Generated<'waiting' | 'encoding' | 'encoded' | 'published'>
  tries: Generated<number>
  claim: Generated<number>
  worker: string | null
  heartbeat_at: Date | null
  progress: Generated<number>
  storage_key: string | null
}

/** A video that is re-encoded while workers are idle (migration 0124). */
export interface IdleEncodingsTable {
  content_id: string
  codec: 'av1' | 'h264'
  fence: number
  state: 'waiting' | 'encoding' | 'done' | 'failed'
  tries: number
  claim: number
  heartbeat_at: Date
  pieces: Generated<number[]>
  /** Null until trial encodes have chosen the CRFs. */
  crfs: ColumnType<Record<string, number> | null, string | undefined, string>
}

export interface RenditionsTable {
  content_id: string
  name: string
  fence: number
  folder: string
  width: number
  height: number
  codecs: string
  frame_rate: number
  bandwidth: number
  average_bandwidth: number
  independent: Generated<boolean>
  /**
   * When a newer rendition replaced this rendition. `infinity` while this rendition belongs to a replacement
   * that has not taken effect yet.
   */
  superseded_at: Date | null
}
