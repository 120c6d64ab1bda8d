import type { Generated } from 'kysely'

/* Tables for video views and the analytics that creators see. Days are in UTC. */

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
   * The analytics of consecutive days are released to the creator as a group, once the group has enough
   * viewers. This is the last day of the group that contains this day, or null until the group is released.
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
