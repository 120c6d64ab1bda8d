/**
 * The notification data that a page loads: the unread count, the cursor for live updates, and the viewer's
 * time zone as stored on the server.
 */
export interface UnreadNotificationState {
  unread: number
  live_cursor: number
  time_zone: string | null
}
