/* How people are. */

export interface WatchDays {
  user_id: string
  day: string
  seconds: number
  counted_until: Date
  beats: string[]
}
