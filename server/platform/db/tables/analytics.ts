import type { Generated } from 'kysely'

/* Tables of views and of the figures that creators see. Days are in UTC. */

export interface DailyVideoAnalyticsTable {
  content_id: string
  day: string
  views: Generated<number>
  /** The number of views for which the browser has sent a summary. */
  summaries: Generated<number>
  /** The number of distinct viewers of the day who have sent a summary. */
  viewers: Generated<number>
  watch_seconds: Generated<number>
  /** For each hundredth of the video, the number of summaries that contain it. */
  retention: Generated<number[]>
  /** The last day of the release that contains this day. Null until the release has enough viewers. */
  released_on: string | null
}

export interface DailyViewSourcesTable {
  content_id: string
  day: string
  source: string
  viewers: number
  released_on: string | null
}

export interface DailyFollowerChangesTable {
  user_id: string
  day: string
  gained: number
  lost: number
}
