import type { Generated, GeneratedAlways } from 'kysely'
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
