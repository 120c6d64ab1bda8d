import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import type { CreatedAtColumn, GeneratedIdColumn, TimestampColumn } from './columns.ts'

/** The captions of a video in one language. */
export interface CaptionsTable {
  id: GeneratedIdColumn
  content_id: string
  language: string
  is_sdh: Generated<boolean>
  is_default: Generated<boolean>
  /** The name of the text in URLs. It changes with the text. */
  file_id: Generated<string>
  vtt: string
  cue_count: number
  /** The text whose sentences are in `caption_passages`. */
  indexed_file_id: Generated<string | null>
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

/** The sentences of captions, for search. The column `search` is generated from `language` and `body`. */
export interface CaptionPassagesTable {
  id: GeneratedAlways<number>
  caption_id: string
  language: string
  /** One line for each cue. */
  body: string
  /** The start of each cue in milliseconds. */
  starts: number[]
}

/** Captions that their creator has edited and not published yet. */
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
