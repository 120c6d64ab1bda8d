import type { Generated } from 'kysely'
import type { BroadcastEndReason, BroadcastSource, BroadcastState } from '#contract/broadcasts/broadcasts.ts'
import type { CreatedAtColumn } from './columns.ts'

/* Tables for live broadcasts (decision 076). */

export interface BroadcastsTable {
  /** The content item that viewers open. After the broadcast, its recording is the video of this item. */
  content_id: string
  user_id: string
  source: BroadcastSource
  state: Generated<BroadcastState>
  /** The delay between the live source and what viewers can see. */
  delay_seconds: number
  next_chunk: Generated<number>
  /** The time between two chat messages of one person. 0 means that slow mode is off. */
  slow_mode_seconds: Generated<number>
  /** Increases when another page continues the broadcast. Chunks of earlier pages are refused. */
  sender_number: Generated<number>
  sender_first_chunk: Generated<number>
  /** The offset that is added to the timestamps of this page's stream, in milliseconds. */
  sender_shift_ms: Generated<number>
  created_at: CreatedAtColumn
  started_at: Date | null
  last_data_at: Date | null
  ended_at: Date | null
  end_reason: BroadcastEndReason | null
  end_detail: string | null
  /** Parts that were stored after this time were cut off (cut-point.ts). Null if nothing was cut. */
  cut_at: Date | null
  /** The fencing token of the worker that packages the broadcast, and the end of its lease. */
  ingest_fence: Generated<number>
  ingest_lease_until: Date | null
  /** When the last part of an ended broadcast was stored. No part is added later. */
  packaged_at: Date | null
  /**
   * `queued`: the recording is being prepared, or waits until the delay of the last part has passed. `discarded`: the
   * broadcast was stopped during this time, so the recording has to be made again without the parts that were cut.
   */
  recording_state: Generated<'none' | 'queued' | 'discarded' | 'done'>
  /** When the chunks and parts were deleted. */
  media_deleted_at: Date | null
  /** The exact number of current viewers. Meaningful only while the broadcast is on air. */
  viewers: Generated<number>
}

/** Keyed hashes of the viewers whom a web process has served in the last 15 seconds. */
export interface BroadcastViewersTable {
  content_id: string
  process_id: string
  viewer_hashes: string[]
  seen_at: Generated<Date>
}

/** A piece of the source as it was received. Its bytes are in storage. */
export interface BroadcastChunksTable {
  content_id: string
  number: number
  /** The position of the chunk in the source, in bytes. */
  source_offset: number
  byte_length: number
  /** The last part of the storage key. */
  object_name: string
  received_at: CreatedAtColumn
}

/** A low-latency HLS rendition of a broadcast, with the name of its init segment in storage. */
export interface BroadcastRenditionsTable {
  content_id: string
  rendition: 'source' | 'low'
  codecs: string
  width: number
  height: number
  object_name: string
}

/** A part of a rendition. Its bytes are in storage. Times and durations are in seconds. */
export interface BroadcastPartsTable {
  content_id: string
  rendition: 'source' | 'low'
  segment_number: number
  part_index: number
  start_time: number
  segment_start_time: number
  duration: number
  is_independent: boolean
  ends_segment: boolean
  byte_length: number
  /** The byte offset in the source at which a packager continues after this part. */
  resume_offset: number
  object_name: string
  made_at: CreatedAtColumn
}

/** A worker process that can package `capacity` broadcasts at the same time. */
export interface BroadcastWorkersTable {
  id: string
  capacity: number
  seen_at: Date
}

/** A scheduled broadcast (decision 083). When the creator starts it, the item also gets a row in `broadcasts`. */
export interface ScheduledBroadcastsTable {
  content_id: string
  user_id: string
  state: Generated<'scheduled' | 'started' | 'cancelled' | 'expired'>
  starts_at: Date
  /** The delay that the creator has chosen. */
  delay_seconds: Generated<number>
  /** When members were last told, or will be told, that the broadcast was rescheduled. */
  reschedule_announced_at: Date | null
  created_at: CreatedAtColumn
}

/** A member who wants to be notified when a scheduled broadcast starts. */
export interface BroadcastRemindersTable {
  content_id: string
  user_id: string
  created_at: CreatedAtColumn
  /** The start time that the member knows. */
  known_starts_at: Date | null
  /** When the member was last told about a new start time. */
  notified_at: Date | null
}

/** A cancelled broadcast (decision 084). Its item is erased. */
export interface CancelledBroadcastsTable {
  content_id: string
  user_id: string
  starts_at: Date
  visibility: 'public' | 'followers'
  rating: 'all' | '16'
  cancelled_at: CreatedAtColumn
}

/** A member who has not been told yet that the broadcast was cancelled. */
export interface CancelledBroadcastRemindersTable {
  content_id: string
  user_id: string
}
