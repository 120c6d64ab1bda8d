/**
 * Loaded with the page: the unread count, the cursor to follow live updates from, and the viewer's
 * time zone as the server knows it.
 */
export interface UnreadState {
  unread: number
  live_cursor: number
  time_zone: string | null
}
