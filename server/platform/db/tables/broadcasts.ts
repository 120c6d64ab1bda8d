import type { Generated } from 'kysely'
import type { BroadcastEndReason, BroadcastSource, BroadcastState } from '#contract/broadcasts/broadcasts.ts'
import type { CreatedAtColumn } from './columns.ts'

/* Tables of live broadcasts (decision 076). */

export interface BroadcastsTable {
  /** The content item that viewers open. After the broadcast, its recording is the video of this item. */
  content_id: string
  user_id: string
  source: BroadcastSource
  state: Generated<BroadcastState>
  /** How many of the newest seconds viewers do not get yet. */
  delay_seconds: number
  next_chunk: Generated<number>
  created_at: CreatedAtColumn
  started_at: Date | null
  last_data_at: Date | null
  ended_at: Date | null
  end_reason: BroadcastEndReason | null
  end_detail: string | null
  /** Viewers never get parts that were made after this time. Null if nothing was cut. */
  cut_at: Date | null
  /** The fencing token of the worker that packages the broadcast, and the end of its lease. */
  ingest_fence: Generated<number>
  ingest_lease_until: Date | null
  recording_state: Generated<'none' | 'queued' | 'done'>
}

/** A piece of the source as it was received. Its bytes are in storage. */
export interface BroadcastChunksTable {
  content_id: string
  number: number
  byte_length: number
  received_at: CreatedAtColumn
}

/** A part of a low-latency HLS rendition. Its bytes are in storage. `duration` is in seconds. */
export interface BroadcastPartsTable {
  content_id: string
  rendition: 'source' | '360p'
  segment_number: number
  part_index: number
  duration: number
  is_independent: boolean
  byte_length: number
  made_at: Date
}
