import type { CreatedAtColumn, TimestampColumn } from './columns.ts'

/* Tables for watch time and the watch history. */

export interface DailyWatchTimeTable {
  user_id: string
  day: string
  seconds: number
  counted_until: Date
  heartbeat_ids: string[]
}

export interface WatchHistorySettingsTable {
  user_id: string
  state: 'on' | 'paused' | 'off'
  changed_at: TimestampColumn
}

export interface WatchHistoryTable {
  user_id: string
  content_id: string
  seconds: number
  watched_at: CreatedAtColumn
}
