import type { Generated } from 'kysely'

/* Tables of views and of the figures that creators see. Days are in UTC. */

export interface DailyVideoAnalyticsTable {
  content_id: string
  day: string
  views: Generated<number>
  /** The number of views for which the browser has sent a summary. */
  summaries: Generated<number>
  /** The number of different viewers for whom a browser has sent a summary on this day. */
  viewers: Generated<number>
  watch_seconds: Generated<number>
  /** For each hundredth of the video, the number of views whose summary says that this part was watched. */
  retention: Generated<number[]>
  /**
   * The figures of several days are released to the creator together. The last of the days that are released
   * together with this day, or null until they have enough viewers.
   */
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
