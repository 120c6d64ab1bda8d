/* Tables of watch time. */

export interface DailyWatchTimeTable {
  user_id: string
  day: string
  seconds: number
  counted_until: Date
  heartbeat_ids: string[]
}
