import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import type { CaptionSource } from '#contract/content/caption-tracks.ts'
import type { CreatedAtColumn, GeneratedIdColumn, TimestampColumn } from './columns.ts'

/** The captions of a video in one language. */
export interface CaptionsTable {
  id: GeneratedIdColumn
  content_id: string
  language: string
  is_sdh: Generated<boolean>
  is_default: Generated<boolean>
  /**
   * The id of the captions' current text. The id is part of the captions' URLs. When the text is replaced,
   * `file_id` is replaced too.
   */
  file_id: Generated<string>
  vtt: string
  cue_count: number
  /** The `file_id` of the captions whose sentences are currently stored in `caption_passages`. */
  indexed_file_id: Generated<string | null>
  source: Generated<CaptionSource>
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

/**
 * The sentences of captions, stored for search. The `search` column is generated from `language` and `body`.
 */
export interface CaptionPassagesTable {
  id: GeneratedAlways<number>
  caption_id: string
  language: string
  /** The text of the sentence, with one line per cue. */
  body: string
  /** The start of each cue in milliseconds. */
  starts: number[]
}

/** Captions that the creator has edited but not yet published. */
export interface CaptionDraftsTable {
  content_id: string
  language: string
  is_sdh: boolean
  version: Generated<string>
  base_file_id: string | null
  cues: ColumnType<DraftCue[], string, string>
  cue_count: number
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

/**
 * A text track that was found in an uploaded video file and that the creator has not yet accepted as
 * captions. Only the owner of the video sees the text track.
 */
export interface EmbeddedCaptionsTable {
  id: GeneratedIdColumn
  content_id: string
  language: string | null
  is_sdh: Generated<boolean>
  vtt: string
  cue_count: number
  created_at: CreatedAtColumn
}

/** A caption from speech recognition, stored while the rest of the video is still being transcribed. */
export interface StoredSpeechCue {
  start: number
  end: number
  lines: string[]
}

/** The progress of the automatic captions of a video. */
export interface AutomaticCaptionsTable {
  content_id: string
  /** The fencing token of the transcode attempt whose audio is transcribed. */
  fence: number
  state: Generated<'running' | 'done' | 'failed'>
  /**
   * A position in the video, in milliseconds. All speech before this position has been transcribed and is
   * stored in `cues`.
   */
  position_ms: Generated<number>
  /** An ISO 639 code. */
  language: string | null
  cues: ColumnType<StoredSpeechCue[], string | undefined, string>
  tries: Generated<number>
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}
