/**
 * The interface text of the notification bell in the navigation bar. The interface text of the notification
 * panel is loaded separately when the panel opens.
 */
export const notificationBellMessages = {
  name: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  /** Shown on the bell's badge. */
  count: (unread: number) => (unread > 9 ? '9+' : String(unread)),
  /** Announced to screen readers when a notification arrives. */
  rang: (unread: number) => `You have ${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`,
}
