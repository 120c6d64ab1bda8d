/**
 * The notification data that each page loads: the unread count, the cursor for live updates, and the time
 * zone that the server has stored for the viewer.
 */
export interface UnreadNotificationState {
  unread: number
  live_cursor: number
  time_zone: string | null
}
