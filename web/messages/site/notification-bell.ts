/**
 * The notification bell in the navigation bar. The messages of the notification panel are loaded when the
 * panel opens.
 */
export const notificationBellMessages = {
  name: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  /** Shown on the bell's badge. */
  count: (unread: number) => (unread > 9 ? '9+' : String(unread)),
  /** Announced to screen readers when a notification arrives. */
  rang: (unread: number) => `You have ${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`,
}
