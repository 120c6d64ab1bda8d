import type { ColumnType, Generated } from 'kysely'
import type { ReplacementState } from '#contract/content/replacements.ts'
import type { TimestampColumn } from './columns.ts'

/** The newest replacement of an item's file. */
export interface StreamReplacementsTable {
  content_id: string
  state: Generated<ReplacementState | 'cancelled'>
  fence: Generated<number>
  tries: Generated<number>
  percent: Generated<number>
  eta_seconds: number | null
  queued_at: Date | null
  started_at: Date | null
  heartbeat_at: Date | null
  finished_at: Date | null
  /** When a replacement file last took effect. The time is kept when the next replacement begins. */
  replaced_at: Date | null
  waiting_for: 'sandbox' | null
  error_title: string | null
  error_detail: string | null
  source: ColumnType<unknown, string | null | undefined, string | null>
  outputs: ColumnType<ReplacementOutputs | null, string | null | undefined, string | null>
  created_at: TimestampColumn
}

/** A text track of the new file, in the format of the `offered_captions` table. */
export interface ReplacementTextTrack {
  /** A BCP 47 tag, or null if the file does not declare a language that captions can have. */
  language: string | null
  is_sdh: boolean
  vtt: string
  cue_count: number
}

/** The values that an item gets when its new file takes effect. */
export interface ReplacementOutputs {
  duration_seconds: number
  width: number
  height: number
  loudness_lufs: number | null
  /**
   * The file names of the images in the storage folder of the transcode attempt. Null if an image could not
   * be created.
   */
  poster: string | null
  preview: string | null
  has_storyboard: boolean
  /** In hexadecimal. */
  sha256: string
  /** The perceptual hash in Base64, or null if the hash could not be computed. */
  perceptual_hash: string | null
  /** This property is missing in rows that an earlier release wrote. */
  text_tracks?: ReplacementTextTrack[]
}
